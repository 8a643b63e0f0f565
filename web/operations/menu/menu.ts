import { mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'
import { operationsPaths } from '../paths.ts'
import { administrationEntries } from './administration.tsx'
import { contentEntries } from './content.tsx'
import { customerEntries } from './customers.tsx'
import type { MenuEntry } from './menu-entry.ts'
import { networkEntries } from './network.tsx'
import { reviewEntries } from './reviews.tsx'
import { tradeEntries } from './trade.tsx'

/** The back office's pages, by what their people do. An entry makes the menu's line, the route and the title. The first that an operator may see is home. */
export const menu: readonly MenuEntry[] = [
  ...reviewEntries,
  ...customerEntries,
  ...tradeEntries,
  ...networkEntries,
  ...contentEntries,
  ...administrationEntries,
]

export const maySee = (entry: MenuEntry, roles: readonly OperatorRole[]): boolean =>
  entry.roles === 'all' || mayDo(roles, entry.roles)

/** The one page of an operator who has to bind an authenticator or change the password first. */
export const accountPage = menu.find(({ path }) => path === operationsPaths.account)
