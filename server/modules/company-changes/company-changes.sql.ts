import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

const numbered = z.object({ version: z.string() })

/** Returns the number of the company's last announced change; 0 before the first. */
export const versionOf = async (company: Database, companyId: string): Promise<string> =>
  (await company.row(numbered)`select version::text as version from company_change where company_id = ${companyId}`)
    ?.version ?? '0'
