/** Where the sign-in library's calls are. */
export const authPath = "/api/auth";
