import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import { fingerprint } from '#server/core/keyring.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { insertCaptcha } from '#server/modules/people/admin-captcha.sql.ts'
import { boundCode, setOf } from '#server/modules/people/admin-captcha.ts'

const login = z.object({ account_id: z.string(), family_id: z.string(), company_id: z.string() })

/**
 * Returns a code for an act on these people, as this session's manager would get it by message: a phone gets only a few of them a
 * day.
 */
export const companyCodesOn =
  ({ system, config }: { system: Database; config: Config }) =>
  async (sid: string, employeeIds: string[]): Promise<string> => {
    const found = await system.row(login)`
      select session.account_id, family_id, company_id from session join employee using (account_id)
      where sid_hash = ${hashSecret(sid)}`
    if (!found) throw new Error('nobody manages with this session')
    const { account_id: id, family_id: familyId, company_id: companyId } = found
    const [code, ids] = ['314159', setOf(employeeIds)]
    const bound = boundCode({ account: { id }, session: { familyId } }, 'company', ids, code)
    const hash = fingerprint(config, 'admin-captcha', bound)
    await insertCaptcha(system, { companyId, accountId: id, action: 'company' }, { ids, hash, minutes: 5 })
    return code
  }
