/** Marks that set the direction of what follows, break lines or bind words unseen, and the control characters beyond ASCII. */
const unseen = /[\u0080-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
/**
 * Joiners have a meaning within an emoji and in the scripts of Arabic and India alone, whose signs are marks. It has no lookbehind,
 * because a Safari before 16.4 refuses a script with one.
 */
const strayJoiners = /(^|[^\p{M}\p{Script=Arabic}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+/gu
/** Anything but blanks, marks on nothing and the fillers of Hangul and Braille, which look like blanks. */
const shown = /[^\s\p{Cc}\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/**
 * Removes what nobody sees: Windows copies phones and names with marks around them, and two names that differ only in such marks
 * look the same. A text in which nothing at all is seen is empty. Browser and server share this file, so it has no zod.
 */
export function visible(text: string): string {
  const kept = text
    .replace(/[\u0085\u2028\u2029]+/g, ' ')
    .replace(unseen, '')
    .replace(strayJoiners, '$1')
  return shown.test(kept) ? kept : ''
}
