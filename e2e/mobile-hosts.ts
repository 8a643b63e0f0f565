/** Browsers find every name below `localhost` on this machine. All other tests use its address, which has no mobile site. */
export const desktopHost = (port: string) => `www.portal.localhost:${port}`
export const mobileHost = (port: string) => `m.portal.localhost:${port}`
