/**
 * Headers in which our own server tells the sign-in library what it knows of a request. What a
 * client sends under these names is overwritten.
 */
export const clientAddressHeader = "x-mosdo-client-address";
export const languageHeader = "x-mosdo-language";
