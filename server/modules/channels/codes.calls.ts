import { randomInt } from 'node:crypto'
import { isBefore } from '#contract/fields.ts'
import { promotionAlphabet } from '#contract/operations/channels-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import type { Database } from '#server/database/database.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import {
  type CodeFields,
  type CodeRow,
  codesOf,
  countCodes,
  insertCode,
  isWelcomeType,
  lockCode,
  setDisabled,
  updateCode,
  welcomeTypes,
} from './codes.sql.ts'
import { requirePartner } from './partners.calls.ts'
import { lockPartner } from './partners.sql.ts'

const newCode = () => Array.from({ length: 6 }, () => promotionAlphabet[randomInt(promotionAlphabet.length)]).join('')

const linkOf = ({ config }: { config: { publicUrl: string } }, code: string) =>
  new URL(`/promotion/${code}`, config.publicUrl).href

const audited = ({ starts_at, ends_at, use_limit, coupon_type_id }: CodeFields): CodeFields => ({
  starts_at,
  ends_at,
  use_limit,
  coupon_type_id,
})

async function requireWelcome(database: Database, id: string | null): Promise<void> {
  if (id && !(await isWelcomeType(database, id)))
    throw new Refusal(-41003, 'coupon_type_id', '请选择发放方式为“推广码”的优惠券')
}

/** Adds an unused code. There are a billion, so a few tries are enough. */
async function addCode(database: Database, requestedCode: string | undefined, channelId: string, fields: CodeFields) {
  for (let attempt = 0; attempt < (requestedCode ? 1 : 5); attempt++) {
    const code = requestedCode ?? newCode()
    if (await insertCode(database, code, channelId, fields)) return code
  }
  throw new Refusal(-53511)
}

async function requireCode(database: Database, code: string): Promise<CodeRow> {
  return orRefuse(await lockCode(database, code), -53021)
}

export const codeOperations = {
  async getPromotionCodeList({ system, services }, { channel_id, page, page_size }) {
    const [codes, total] = await together(system, database => [
      codesOf(database, channel_id, pageOf({ page, page_size })),
      countCodes(database, channel_id),
    ])
    const list = codes.map(({ channel_id: _, ...code }) => ({
      ...code,
      link: linkOf(services, code.promotion_code),
    }))
    return { list, total }
  },

  getWelcomeCouponList: async ({ system }) => ({ list: await welcomeTypes(system) }),

  async addPromotionCode({ system, services }, { channel_id, promotion_code: requestedCode, ...fields }) {
    const partner = await requirePartner(system, channel_id, lockPartner)
    if (partner.state === 'ended') throw new Refusal(-53516)
    await requireWelcome(system, fields.coupon_type_id)
    const promotion_code = await addCode(system, requestedCode, channel_id, fields)
    await recordAudit(system, {
      action: 'promotion_code.added',
      target: `promotion_code:${promotion_code}`,
      after: { channel: channel_id, partner: partner.name, ...fields },
    })
    return { promotion_code, link: linkOf(services, promotion_code) }
  },

  async setPromotionCode({ system }, input) {
    const { promotion_code, seen: _, ...changes } = input
    const target = `promotion_code:${promotion_code}`
    const before = await requireCode(system, promotion_code)
    await requireSeen(system, input, before, editedInAudit(target))
    const after = withChanges<CodeFields>(before, changes)
    const { starts_at, ends_at, use_limit, coupon_type_id } = after
    if (ends_at && !isBefore(starts_at, ends_at)) throw new Refusal(-41003, 'ends_at', '须晚于开始时间')
    if (use_limit !== null && use_limit < before.used) throw new Refusal(-53512, before.used)
    if (coupon_type_id !== before.coupon_type_id) await requireWelcome(system, coupon_type_id)
    await updateCode(system, promotion_code, changes)
    await recordAudit(system, {
      action: 'promotion_code.changed',
      target,
      before: audited(before),
      after: audited(after),
    })
  },

  async setPromotionCodeState({ system }, { promotion_code, disabled }) {
    const before = await requireCode(system, promotion_code)
    await setDisabled(system, promotion_code, disabled)
    await recordAudit(system, {
      action: disabled ? 'promotion_code.disabled' : 'promotion_code.enabled',
      target: `promotion_code:${promotion_code}`,
      before: { disabled_at: before.disabled_at },
      after: { disabled },
    })
  },
} satisfies SomeOperations
