/** Returns the address made of the Latin letters and digits of a title; it is empty when the title has none. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')

/** Returns `base`, or `base` with the first free number. */
export async function firstFree(base: string, isFree: (slug: string) => Promise<boolean>): Promise<string> {
  if (await isFree(base)) return base
  for (let number = 2; ; number++) {
    const slug = `${base}-${number}`
    if (await isFree(slug)) return slug
  }
}
