import { maxTokens, scopeLabel } from '#contract/scope-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { violatedConstraint } from '#server/database/violation.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { ManagerContext, SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { departmentTree, existingIn } from '#server/modules/people/departments.ts'
import {
  changeToken,
  endSecrets,
  hasRoom,
  insertSecret,
  insertToken,
  listTokens,
  lockToken,
  ownToken,
  revokeToken,
  tokenOfRequest,
} from './api-tokens.sql.ts'
import { hintOf, newSecret } from './secrets.ts'
import { endingSubject } from './token-reminders.ts'

interface Made {
  token_id: string
  secret: string | null
}

/**
 * Gives a token a new secret in one transaction, once for each key. A repeated request is answered without the secret, of which
 * only the hash is stored.
 */
async function withNewSecret(
  { company, membership: { companyId } }: ManagerContext,
  { request_key: requestKey, ...content }: { request_key: string },
  change: (transaction: Database) => Promise<string>,
): Promise<Made> {
  const requestHash = hashSecret(JSON.stringify(content))
  const repeated = async (): Promise<Made | undefined> => {
    const existing = await tokenOfRequest(company, companyId, requestKey)
    if (!existing) return undefined
    if (!existing.request_hash.equals(requestHash)) throw new Refusal(-41020)
    nothingChanged()
    return { token_id: existing.token_id, secret: null }
  }
  const before = await repeated()
  if (before) return before
  const secret = newSecret(companyId)
  try {
    return await company.transaction(async transaction => {
      const tokenId = await change(transaction)
      const kept = { companyId, tokenId, hash: hashSecret(secret), hint: hintOf(secret), requestKey, requestHash }
      await insertSecret(transaction, kept)
      return { token_id: tokenId, secret }
    })
  } catch (error) {
    // Guard: the key's unique constraint, for which the second of two concurrent requests waits.
    const meanwhile =
      violatedConstraint(error) === 'api_token_secret_company_id_request_key_key' ? await repeated() : undefined
    if (!meanwhile) throw error
    return meanwhile
  }
}

export const apiTokensCalls = {
  async getApiTokenList({ company, membership: { companyId } }) {
    const [tokens, tree] = await together(company, database => [
      listTokens(database, companyId),
      departmentTree(database, companyId),
    ])
    const list = tokens.map(token => ({ ...token, dept_ids: existingIn(tree, token.dept_ids) }))
    return { list, total: list.length }
  },

  async getOwnToken({ company, membership: { companyId }, token }) {
    const own = token && (await ownToken(company, companyId, token.id))
    if (!own) throw new Refusal(-41051)
    return own
  },

  createApiToken(context, input) {
    const { name, scopes, dept_ids, networks, days } = input
    const { companyId, employeeId } = context.membership
    return withNewSecret(context, input, async transaction => {
      if (!(await hasRoom(transaction, companyId))) throw new Refusal(-41055, maxTokens)
      const tree = dept_ids && (await departmentTree(transaction, companyId))
      if (dept_ids?.some(dept => !tree?.byId.has(dept))) throw new Refusal(-46001)
      const token = { companyId, employeeId, name, scopes, departments: dept_ids, networks, days }
      const made = orRefuse(await insertToken(transaction, token), -41017)
      const detail = `${days} 天，${scopes.map(scopeLabel).join('、')}`
      await recordActivity(transaction, companyId, [{ action: 'token.created', id: made.token_id, name, detail }])
      return made.token_id
    })
  },

  async setApiToken({ company, membership: { companyId } }, input) {
    const { token_id, seen: _, ...settings } = input
    const before = orRefuse(await lockToken(company, companyId, token_id), -41056)
    const tree = await departmentTree(company, companyId)
    const shown = { ...before, dept_ids: existingIn(tree, before.dept_ids) }
    await requireSeen(
      company,
      input,
      shown,
      editedInActivity(companyId, token_id, () => [['token.changed']]),
    )
    if (settings.dept_ids?.some(dept => !tree.byId.has(dept))) throw new Refusal(-46001)
    const { name = before.name, scopes = before.scopes } = settings
    const { dept_ids = before.dept_ids, networks = before.networks } = settings
    await changeToken(company, companyId, token_id, { name, scopes, departments: dept_ids, networks })
    const limits = [dept_ids && `限 ${dept_ids.length} 个部门`, networks.length > 0 && `限 ${networks.join('、')}`]
    const detail = [scopes.map(scopeLabel).join('、'), ...limits].filter(Boolean).join('；')
    await recordActivity(company, companyId, [{ action: 'token.changed', id: token_id, name, detail }])
  },

  rotateApiToken(context, input) {
    const { token_id, overlap_hours } = input
    const { companyId } = context.membership
    return withNewSecret(context, input, async transaction => {
      const token = orRefuse(await lockToken(transaction, companyId, token_id), -41056)
      await endSecrets(transaction, companyId, token_id, overlap_hours)
      const detail = overlap_hours ? `原来的密钥 ${overlap_hours} 小时后失效` : '原来的密钥立即失效'
      await recordActivity(transaction, companyId, [
        { action: 'token.rotated', id: token_id, name: token.name, detail },
      ])
      return token_id
    })
  },

  async revokeApiToken({ company, system, membership: { companyId } }, { token_id }) {
    const token = orRefuse(await revokeToken(company, companyId, token_id), -41056)
    await recordActivity(company, companyId, [{ action: 'token.revoked', id: token_id, name: token.name }])
    await settleNotices(system, companyId, [endingSubject(token_id)])
  },
} satisfies SomeHandlers
