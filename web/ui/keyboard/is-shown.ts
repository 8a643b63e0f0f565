/**
 * Reports whether an element is visible: antd keeps closed dialogs and menus in the document. The browser of the component tests
 * cannot tell, and treats all elements as visible.
 */
export const isShown = (element: Element): boolean => element.isConnected && (element.checkVisibility?.() ?? true)
