/**
 * antd creates its styles at run time, and some of them (the scroll bar's measurement, the modal's scroll lock) ignore a configured
 * nonce. Therefore every style element created from now on gets the nonce of this document's scripts.
 */
export function styleNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (name === 'style') element.nonce = nonce
    return element
    // The cast is needed because the overloads of createElement cannot be written as one function.
  }) as typeof document.createElement
}
