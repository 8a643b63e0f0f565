import * as React from 'react'

/** These elements flow in a text; all others are boxes, which separate words in the name of what they stand in. */
const inline = new Set(['A', 'B', 'BDI', 'CODE', 'EM', 'I', 'LABEL', 'SMALL', 'SPAN', 'STRONG', 'SVG', 'PATH', 'TIME'])

/**
 * Computed styles come from the element alone. antd asks for them wherever something opens, and the test's browser would match
 * all rules of all style sheets with the element and everything around it, which was a tenth of the time.
 */
export function computeStylesCheaply(): void {
  const whole = window.getComputedStyle.bind(window)
  window.getComputedStyle = element => {
    // The tokens and the root font stand there.
    if (element === document.documentElement || element === document.body) return whole(element)
    const { style } = element as HTMLElement
    const display = style.display || (inline.has(element.tagName.toUpperCase()) ? 'inline' : 'block')
    const read = (name: string) => (name === 'display' ? display : style.getPropertyValue(name))
    return new Proxy(style, {
      get: (_, name) =>
        name === 'display' ? display : name === 'getPropertyValue' ? read : Reflect.get(style, name, style),
    })
  }
}

/**
 * React's development build notes for each element where it was made, to tell it in warnings, until it has noted as many as it keeps.
 * That took as long as making the elements.
 */
export function forgetOwnerStacks(): void {
  const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as object
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set() {} })
}
