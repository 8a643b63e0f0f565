import type { paths } from '#contract/paths.ts'

/** Returns a buy page with a choice made: codes and numbers, in the form that its address keeps. */
export const buyPath = (
  page: typeof paths.buyHours | typeof paths.buyLines,
  choice: Record<string, string | number | null>,
) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(choice)) if (value !== null) query.set(name, String(value))
  return query.size ? `${page}?${query}` : page
}
