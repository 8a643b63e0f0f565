import { mayDo, mayRead, type OperatorRole } from '#contract/operations/operator-names.ts'
import { operationsPaths } from '../paths.ts'
import { administrationEntries } from './administration.tsx'
import { contentEntries } from './content.tsx'
import { customerEntries } from './customers.tsx'
import type { MenuEntry } from './menu-entry.ts'
import { networkEntries } from './network.tsx'
import { reviewEntries } from './reviews.tsx'
import { tradeEntries } from './trade.tsx'

/**
 * The back office's pages, grouped by task. Each entry defines a menu item, a route and a title. The first one an
 * operator may see is their home page.
 */
export const menu: readonly MenuEntry[] = [
  ...reviewEntries,
  ...customerEntries,
  ...tradeEntries,
  ...networkEntries,
  ...contentEntries,
  ...administrationEntries,
]

export const maySee = (entry: MenuEntry, roles: readonly OperatorRole[]): boolean =>
  entry.roles === 'all' || (entry.writes ? mayDo : mayRead)(roles, entry.roles)

/** The only page for an operator who must first bind an authenticator or change the password. */
export const accountPage = menu.find(({ path }) => path === operationsPaths.account)
