/** Browsers resolve every name below `localhost` to this machine. All other tests use its address, which has no mobile site. */
export const desktopHost = (port: string) => `www.portal.localhost:${port}`
export const mobileHost = (port: string) => `m.portal.localhost:${port}`
