import * as React from 'react'

/** Inline elements; all others are boxes, which separate words in the accessible name of their parent. */
const inline = new Set(['A', 'B', 'BDI', 'CODE', 'EM', 'I', 'LABEL', 'SMALL', 'SPAN', 'STRONG', 'SVG', 'PATH', 'TIME'])

/** Of a style sheet nothing reaches a test: the root's font is the browser's own. */
const roots: Record<string, string> = { 'font-size': '16px', fontSize: '16px' }

/**
 * Computed styles come from the element alone. antd asks for them wherever something opens, and its frame at each rendering; the
 * test's browser would match all rules of all style sheets with the element and everything around it, which was a tenth of the time.
 */
export function stubComputedStyles(): void {
  window.getComputedStyle = element => {
    const { style } = element as HTMLElement
    const isRoot = element === document.documentElement || element === document.body
    const display = style.display || (inline.has(element.tagName.toUpperCase()) ? 'inline' : 'block')
    const known = (name: string) => (name === 'display' ? display : isRoot ? roots[name] : undefined)
    const read = (name: string) => style.getPropertyValue(name) || (known(name) ?? '')
    return new Proxy(style, {
      get: (_, name) => (name === 'getPropertyValue' ? read : (known(String(name)) ?? Reflect.get(style, name, style))),
    })
  }
}

/**
 * For warnings, React's development build records where each element was created, up to a limit. That took as long as creating the
 * elements.
 */
export function forgetOwnerStacks(): void {
  const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as object
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set() {} })
}
