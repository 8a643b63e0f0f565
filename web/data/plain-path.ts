/** The router ignores case and a trailing slash, so every comparison of paths has to do the same. */
export const plainPath = (path: string) => path.replace(/(.)\/+$/, '$1').toLowerCase()
