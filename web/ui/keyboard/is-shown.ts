/** Reports whether somebody sees an element. The browser of the component tests can't say, and shows everything. */
export const isShown = (element: Element): boolean => element.isConnected && (element.checkVisibility?.() ?? true)
