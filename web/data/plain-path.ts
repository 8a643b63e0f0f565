/** The router ignores case and a slash at the end of a path; whoever compares paths has to do the same. */
export const plainPath = (path: string) => path.replace(/(.)\/+$/, '$1').toLowerCase()
