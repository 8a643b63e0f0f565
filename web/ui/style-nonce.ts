/**
 * antd makes its styles at run time, and two of them (the scroll bar's measure, the modal's scroll lock) without the nonce that
 * ConfigProvider was given. So every style element made from now on has the nonce of this document's scripts.
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
