export const loopback = ['127.0.0.1', '::1', 'localhost']

/** Reports whether an address is this machine's own, as in trials, where neither TLS nor a proxy is needed. */
export const isLocalUrl = (address: string): boolean =>
  loopback.includes(new URL(address).hostname.replace(/^\[(.*)\]$/, '$1'))
