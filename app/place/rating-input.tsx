import { type ReactNode, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { maxRating } from "#domain/feedback/review.ts";
import "./rating-input.css";
import { starPath } from "./place-rating.tsx";

interface RatingInputProps {
  legend: ReactNode;
  name: string;
  /** Whole stars; 0 without a choice. */
  value: number;
  onChange: (rating: number) => void;
}

const ratings = Array.from({ length: maxRating }, (_, index) => index + 1);

/** Choice of one to five stars of 44 px: radio buttons, for mouse, finger, arrow keys, and forms without script. */
export function RatingInput({ legend, name, value, onChange }: RatingInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">{legend}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="rating-stars flex max-w-full">
          {ratings.map((rating) => (
            <label
              key={rating}
              htmlFor={`${id}${rating}`}
              className="rating-star relative size-11 min-w-0 rounded-control p-1 has-focus-visible:outline-3 has-focus-visible:outline-brand"
            >
              <input
                id={`${id}${rating}`}
                type="radio"
                name={name}
                value={rating}
                required
                checked={value === rating}
                onChange={() => onChange(rating)}
                className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
              />
              <span className="sr-only">{t("places.rating.stars", { count: rating })}</span>
              <svg viewBox="0 0 15 15" aria-hidden="true" className="size-full">
                <path d={starPath} strokeWidth="0.6" strokeLinejoin="round" />
              </svg>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="tabular text-muted noscript:hidden">
          {value > 0 && t("places.rating.stars", { count: value })}
        </span>
      </div>
    </fieldset>
  );
}
