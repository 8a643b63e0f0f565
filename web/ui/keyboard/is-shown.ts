/**
 * Reports whether somebody sees an element: antd keeps closed dialogs and menus in the document. The browser of the component tests
 * can't say, and shows everything.
 */
export const isShown = (element: Element): boolean => element.isConnected && (element.checkVisibility?.() ?? true)
