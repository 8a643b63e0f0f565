/**
 * antd creates its styles at run time, and two of them (the scroll bar's measure, the modal's scroll lock) lack the
 * nonce given to ConfigProvider. So every style element created from now on gets the nonce of this document's scripts.
 */
export function styleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (!nonce) return undefined
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (name === 'style') element.nonce = nonce
    return element
    // The overloads of createElement can't be written as one function.
  }) as typeof document.createElement
  return nonce
}
