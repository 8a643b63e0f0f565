import { createContext, useContext } from 'react'

/** The address of the article that explains the page; undefined if there is none. */
export const PageHelp = createContext<string | undefined>(undefined)

/** Leads from an empty list or an error to the page's help article. */
export function HelpLink() {
  const href = useContext(PageHelp)
  return href ? (
    <a href={href} target="_blank" rel="noopener">
      查看帮助
    </a>
  ) : null
}
