/**
 * antd creates its styles at run time, and some of them (the scroll bar's measure, the modal's scroll lock) would lack a nonce that
 * is given to it. So every style element created from now on gets the nonce of this document's scripts.
 */
export function styleNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (name === 'style') element.nonce = nonce
    return element
    // The overloads of createElement can't be written as one function.
  }) as typeof document.createElement
}
