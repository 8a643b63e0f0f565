import { listedEntries } from '#contract/people.ts'
import { counted, searchByKeyword } from '#server/database/keyword-search.ts'
import type { Page } from '#server/database/listed.ts'
import { rarestPieces } from '#server/database/pieces.ts'
import { together } from '#server/database/together.ts'
import { undoActivity } from '#server/engines/activity/undo.ts'
import type { ContextOf, SomeHandlers } from '#server/engines/context.ts'
import {
  type ActivityQuery,
  countActivity,
  enoughWithKeyword,
  findByKeyword,
  firstWithKeyword,
  listActivity,
  listFirst,
} from './activity-log.sql.ts'

export const activityCalls = {
  async getCompanyActivity({ company, membership: { companyId } }, { keyword, action, page, page_size, ...subjects }) {
    const { employee_id, device_id, svp_id } = subjects
    const [subjectId, another] = [employee_id, device_id, svp_id].filter(id => id !== undefined)
    // Nothing is a person and a device at once.
    if (another && another !== subjectId) return { list: [], total: 0, more: false }
    const query = { companyId, action, subjectId }
    const offset = Math.min((page - 1) * page_size, listedEntries)
    const slice = { offset, limit: Math.min(page_size, listedEntries - offset) }
    const { rows, ...total } = await (keyword ? search(company, query, keyword, slice) : list(company, query, slice))
    return { list: rows, ...total }
  },

  async undoActivity({ company, ...context }, { activity_id }) {
    return { activity_id: await undoActivity(company, context, activity_id) }
  },
} satisfies SomeHandlers

type Company = ContextOf<'getCompanyActivity'>['company']

async function list(company: Company, query: ActivityQuery, slice: Page) {
  const [rows, total] = await together(company, database => [
    listActivity(database, query, slice),
    countActivity(database, query, listedEntries + 1),
  ])
  return { rows, ...counted(total, listedEntries) }
}

const search = (company: Company, query: ActivityQuery, keyword: string, slice: Page) =>
  searchByKeyword(slice, {
    first: most => firstWithKeyword(company, query, keyword, most),
    enough: (most, enough) => enoughWithKeyword(company, query, { keyword, most, enough }),
    listFirst: (most, part) => listFirst(company, query, { keyword, most, ...part }),
    find: (most, first) =>
      findByKeyword(company, query, { ...slice, keyword, pieces: rarestPieces(keyword, first?.texts ?? ''), most }),
  })
