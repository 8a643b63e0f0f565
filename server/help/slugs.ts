/** Words of an address from what a title holds of Latin letters and digits; empty when it holds none. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')

/** `base`, or with the first number that is free. */
export async function firstFree(base: string, isFree: (slug: string) => Promise<boolean>): Promise<string> {
  if (await isFree(base)) return base
  for (let number = 2; ; number++) {
    const slug = `${base}-${number}`
    if (await isFree(slug)) return slug
  }
}
