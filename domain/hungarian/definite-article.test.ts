import { describe, expect, it } from "vitest";
import { definiteArticle } from "./definite-article.ts";

describe("definiteArticle", () => {
  it.each([
    ["Kossuth Lajos utca", "a"],
    ["Andrássy út", "az"],
    ["Ötvös utca", "az"],
    ["Űrhajós tér", "az"],
    ["Ybl Miklós tér", "az"],
    ["Hősök tere", "a"],
    ["„Erzsébet” sétány", "az"],
    ["1. utca", "az"],
    ["2. utca", "a"],
    ["5-ös út", "az"],
    ["10-es út", "a"],
    ["11-es út", "a"],
    ["15. utca", "a"],
    ["50. utca", "az"],
    ["100. utca", "a"],
    ["500. utca", "az"],
    ["1000. utca", "az"],
    ["1848 tér", "az"],
    ["5 000. utca", "az"],
    ["10000. utca", "a"],
    ["I. Szent Gellért utca", "az"],
    ["II. Rákóczi Ferenc út", "a"],
    ["IV. Béla király útja", "a"],
    ["V. László utca", "az"],
    ["VI. utca", "a"],
    ["X. utca", "a"],
    ["L. utca", "az"],
    ["Ipar utca", "az"],
    ["M3 autópálya", "az"],
    ["S. utca", "az"],
    ["B épület", "a"],
    ["", "a"],
  ])("is right before %s", (name, article) => {
    expect(definiteArticle(name)).toBe(article);
  });
});
