/** A pattern for `like` that finds `text` as typed anywhere: what would be a wildcard is none. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
