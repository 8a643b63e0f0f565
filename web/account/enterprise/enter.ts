import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { leadsBackTo } from '#web/data/after-login.ts'
import { beginSession } from '#web/data/session-life.ts'

/** Sends a logged-in person back to the page they wanted, or otherwise to the one where they work. */
export async function enter(opened: OutputOf<'wLogin'>): Promise<void> {
  await beginSession(opened)
  location.assign(leadsBackTo() ?? (opened.user_info.is_company_manager ? paths.company : paths.personalDetails))
}
