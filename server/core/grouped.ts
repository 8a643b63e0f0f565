/** Writes a number as the pages do: 12,345. */
export const grouped = (value: number): string => value.toLocaleString('en-US')
