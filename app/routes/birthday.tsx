import { BirthdayPage } from "#app/features/birthday/birthday-page.tsx";

export default BirthdayPage;
