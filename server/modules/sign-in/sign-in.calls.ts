import { randomBytes } from 'node:crypto'
import {
  domainRecordName,
  domainRecordPrefix,
  maxDomains,
  type SignInKind,
  signInKinds,
} from '#contract/sign-in-names.ts'
import { sealWith } from '#server/core/keyring.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs, nothingChanged } from '#server/engines/activity/context.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { ManagerContext, SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { textsOf } from '#server/integrations/dns/texts.ts'
import { addressProblem } from '#server/integrations/outbound/public-only.ts'
import { beginWay } from './begin.ts'
import { linkByTicket } from './linking.ts'
import {
  countLinks,
  deleteDomain,
  deleteLinks,
  endBegun,
  endOpened,
  findDomain,
  findOwnLink,
  findSettings,
  insertDomain,
  listDomains,
  listLinks,
  lockDomains,
  lockSettings,
  proveDomain,
  switchSettings,
  writeSettings,
} from './sign-in.sql.ts'
import { findProvider } from './ways.sql.ts'
import { callbackOf } from './ways.ts'

const maxListed = 100

const switched = ({ state, required }: { state: string; required: boolean }) =>
  state === 'off' ? '停用' : required ? '启用，员工只能用企业登录' : '启用'

/** The name of a provider in the log. */
const providerName = ({ kind, issuer }: { kind: SignInKind; issuer: string }) =>
  kind === 'oidc' ? new URL(issuer).host : signInKinds[kind]

/** An issuer must be an address that may be requested, without further parts. */
function requireIssuer(issuer: string, allowPrivate: boolean): void {
  if (!URL.canParse(issuer) || /[#?\\]/.test(issuer) || !/^https?:/.test(issuer))
    throw new Refusal(-41003, 'issuer', '应为 https:// 开头的网址，没有 ? 与 #')
  const problem = addressProblem(issuer, allowPrivate)
  if (problem) throw new Refusal(-59103, `地址不能使用：${problem}`)
}

/** Removes a person's link, and ends the sessions that it has opened. */
async function unlink(context: Pick<ManagerContext, 'system'>, companyId: string, employeeId: string): Promise<void> {
  const [link] = await deleteLinks(context.system, companyId, employeeId)
  if (!link) throw new Refusal(-59110)
  await endOpened(context.system, companyId, [link.account_id])
  const entry = { action: 'sign_in.unlinked' as const, id: employeeId, name: link.name, detail: link.shown }
  // A disabled person, who belongs to nothing that a session shows, may remove their own.
  await loggedAs(link.name, () =>
    asCompany(context.system, companyId, company => recordActivity(company, companyId, [entry])),
  )
}

export const signInCalls = {
  async getCompanySignIn({ company, services: { config }, membership: { companyId } }) {
    const [settings, domains, list, total] = await together(company, database => [
      findSettings(database, companyId),
      listDomains(database, companyId),
      listLinks(database, companyId, maxListed),
      countLinks(database, companyId),
    ])
    return {
      settings: settings ?? null,
      callback: callbackOf(config),
      entry: `${callbackOf(config)}?company=${companyId}`,
      record_name: domainRecordName,
      domains: domains.map(domain => ({ ...domain, token: `${domainRecordPrefix}${domain.token}` })),
      links: { list, total },
    }
  },

  async setCompanySignIn({ system, company, services: { config }, membership: { companyId } }, input) {
    const { kind, issuer, client_id: clientId, client_secret: secret } = input
    if (kind === 'oidc') requireIssuer(issuer, config.webhookPrivate)
    const before = await lockSettings(system, companyId)
    // Another manager's provider, and with it everybody's link, would be replaced by a form that was opened before.
    await requireSeen(
      company,
      input,
      before,
      editedInActivity(companyId, companyId, () => [['sign_in.changed']]),
    )
    const isOther = before?.kind !== kind || before.issuer !== issuer || before.client_id !== clientId
    // A stored secret that is not entered again must not be sent to another provider.
    if (secret === undefined && isOther) throw new Refusal(-59101)
    const sealed = secret === undefined ? null : sealWith(config, 'sign-in-secret', secret, companyId)
    if (!(await writeSettings(system, { companyId, kind, issuer, clientId, sealed }))) throw new Refusal(-59101)
    await endBegun(system, companyId)
    await endOpened(system, companyId)
    if (isOther) await deleteLinks(system, companyId)
    const entry = { action: 'sign_in.changed' as const, id: companyId, name: providerName({ kind, issuer }) }
    await recordActivity(company, companyId, [entry])
  },

  async switchCompanySignIn({ system, company, membership: { companyId } }, { state, required: isRequired }) {
    await lockDomains(system, companyId)
    const before = orRefuse(await lockSettings(system, companyId), -59102)
    const required = state === 'on' && (isRequired ?? before.required)
    if (before.state === state && before.required === required) {
      nothingChanged()
      return
    }
    if (!(await switchSettings(system, companyId, { state, required })))
      throw new Refusal(before.tested_at ? -59105 : -59104)
    if (state === 'off') {
      await endBegun(system, companyId)
      await endOpened(system, companyId)
    }
    const name = providerName(before)
    const entry = { action: 'sign_in.switched' as const, id: companyId, name, detail: switched({ state, required }) }
    await recordActivity(company, companyId, [entry])
  },

  async addCompanyDomain({ company, membership: { companyId } }, { domain }) {
    const token = randomBytes(24).toString('base64url')
    const outcome = await insertDomain(company, { companyId, domain, token })
    if (outcome === 'known') throw new Refusal(-59106)
    if (outcome === 'full') throw new Refusal(-59107, maxDomains)
    await recordActivity(company, companyId, [{ action: 'sign_in.domain_added', id: null, name: domain }])
    return { domain, token: `${domainRecordPrefix}${token}` }
  },

  async proveCompanyDomain(context, { domain }) {
    const { company, services, membership } = context
    const { companyId } = membership
    const storedDomain = orRefuse(await findDomain(company, companyId, domain), -59108)
    const texts = await textsOf(services.config, `${domainRecordName}.${domain}`)
    const expected = `${domainRecordPrefix}${storedDomain.token}`
    if (!texts.some(text => text.trim() === expected)) throw new Refusal(-59109, `${domainRecordName}.${domain}`)
    return context.once(async ({ company: transaction }) => {
      if (!(await proveDomain(transaction, companyId, domain, storedDomain.token))) throw new Refusal(-59108)
      await recordActivity(transaction, companyId, [{ action: 'sign_in.domain_proved', id: null, name: domain }])
    })
  },

  async removeCompanyDomain({ company, membership: { companyId } }, { domain }) {
    // Guard: without the lock the last domain could be removed while the sign-in is being switched on.
    await lockDomains(company, companyId)
    const [settings, domains] = [await findSettings(company, companyId), await listDomains(company, companyId)]
    const others = domains.filter(each => each.domain !== domain && each.proved_at)
    if (settings?.state === 'on' && !others.length) throw new Refusal(-59105)
    if (!(await deleteDomain(company, companyId, domain))) throw new Refusal(-59108)
    await recordActivity(company, companyId, [{ action: 'sign_in.domain_removed', id: null, name: domain }])
  },

  async removeSignInLink(context, { employee_id }) {
    await unlink(context, context.membership.companyId, employee_id)
  },

  async beginSignInTest(context) {
    const { companyId } = context.membership
    const stored = orRefuse(await findProvider(context.system, companyId), -59102)
    return beginWay(context, companyId, stored, 'test')
  },

  async linkCompanySignIn({ system, services, account }, { ticket }) {
    await linkByTicket(system, services, account.id, ticket)
  },

  async getOwnSignIn({ system, account }) {
    const own = await findOwnLink(system, account.id)
    if (!own) return { link: null }
    const { company_id: _, employee_id: __, ...link } = own
    return { link }
  },

  async removeOwnSignIn(context) {
    const own = orRefuse(await findOwnLink(context.system, context.account.id), -59110)
    await unlink(context, own.company_id, own.employee_id)
  },
} satisfies SomeHandlers
