import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { Cake } from "./cake.tsx";
import { Confetti } from "./confetti.tsx";
import "./birthday.css";

const age = "26";
const greetings = ["happy", "health", "joy", "cheers", "wishes"] as const;

/**
 * The celebration: 120 pieces of confetti, eight floating labels of which five greet and three say
 * 26, a cake, and the number in colour-cycling digits. Everything stands
 * still where less motion is asked for (docs/product#celebration).
 */
export function BirthdayPage() {
  const { t } = useTranslation();
  const labels = [
    ...greetings.map((greeting) => t(`birthday.greeting.${greeting}`)),
    age,
    age,
    age,
  ];
  return (
    <main
      id="main"
      tabIndex={-1}
      className="relative flex min-h-[calc(100dvh-3.5rem-1px)] flex-col items-center justify-center overflow-hidden px-4 py-44 text-center"
    >
      <PageTitle screen={t("birthday.title")} />
      <Confetti />
      <h1 className="sr-only">{t("birthday.title")}</h1>
      <p className="birthday-digits tabular font-bold">
        {[...age].map((digit) => (
          <span key={digit}>{digit}</span>
        ))}
      </p>
      <Cake label={t("birthday.cake")} />
      <ul className="contents">
        {labels.map((label, index) => (
          <li key={index} className={`birthday-label label-${index + 1} font-bold`}>
            {label}
          </li>
        ))}
      </ul>
    </main>
  );
}
