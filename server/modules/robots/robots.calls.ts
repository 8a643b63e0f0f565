import { randomUUID } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import {
  maxRobots,
  type RobotNotice,
  type RobotProvider,
  robotAddresses,
  robotNotices,
  robotProviderNames,
  signs,
} from '#contract/robot-names.ts'
import type { Keys } from '#server/core/keyring.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { wakeDelivery } from '#server/engines/outbox/wake.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { keyOfRobot, type RobotSecrets } from '#server/integrations/pushes/company-robot.ts'
import {
  countRobot,
  countRobotMessages,
  deleteRobot,
  type FoundRobot,
  insertRobot,
  leaveMessage,
  listRobotMessages,
  listRobots,
  lockRobot,
  updateRobot,
} from './robots.sql.ts'
import { openSecrets, sealSecrets } from './secrets.ts'

/** Returns the end of the key in an address, or refuses an address that is no robot of the provider. */
function endOf(provider: RobotProvider, url: string, allowPrivate: boolean): string {
  const key = keyOfRobot(provider, url, { allowPrivate })
  if (!key)
    throw new Refusal(
      -59701,
      `应为${robotProviderNames[provider]}群机器人的地址，以 ${robotAddresses[provider].start} 开头`,
    )
  return key.slice(-4)
}

/** A request with one of the two keeps the other, if a key still opens it. */
function knownSecrets(keys: Keys, { robot_id, secrets_sealed }: FoundRobot): RobotSecrets {
  try {
    return openSecrets(keys, robot_id, secrets_sealed)
  } catch {
    throw new Refusal(-59705)
  }
}

const wordsOf = (kinds: readonly RobotNotice[]) => kinds.map(kind => robotNotices[kind]).join('、')
const distinct = (kinds: readonly RobotNotice[]) => [...new Set(kinds)]

export const robotsCalls = {
  async getCompanyRobotList({ company, membership: { companyId } }) {
    const list = await listRobots(company, companyId)
    return { list, total: list.length }
  },

  async addCompanyRobot(
    { company, services: { config }, membership: { companyId } },
    { provider, name, kinds, url, secret = '' },
  ) {
    const address_end = endOf(provider, url, config.webhookPrivate)
    if (signs(provider) && !secret) throw new Refusal(-59703)
    const robot_id = randomUUID()
    const secrets_sealed = sealSecrets(config, robot_id, { url, secret: signs(provider) ? secret : '' })
    const robot = { robot_id, provider, name, address_end, kinds: distinct(kinds), secrets_sealed }
    if (!(await insertRobot(company, companyId, robot))) throw new Refusal(-59702, maxRobots)
    const detail = `${robotProviderNames[provider]}；${wordsOf(robot.kinds)}`
    await recordActivity(company, companyId, [{ action: 'robot.added', id: robot_id, name, detail }])
    return { robot_id }
  },

  async setCompanyRobot({ company, system, services: { config }, membership: { companyId } }, input) {
    const { robot_id, url, secret, seen: _, ...settings } = input
    const before = orRefuse(await lockRobot(company, companyId, robot_id), -59700)
    await requireSeen(
      company,
      input,
      before,
      editedInActivity(companyId, robot_id, () => [['robot.changed']]),
    )
    const { provider } = before
    const { name = before.name, state = before.state } = settings
    const kinds = distinct(settings.kinds ?? before.kinds)
    const after = { ...before, name, state, kinds }
    if (url !== undefined) after.address_end = endOf(provider, url, config.webhookPrivate)
    if (url !== undefined || secret !== undefined) {
      const whole = url !== undefined && (secret !== undefined || !signs(provider))
      // Secrets that no key opens any more are repaired by entering both again.
      const stored = whole ? { url, secret: '' } : knownSecrets(config, before)
      after.secrets_sealed = sealSecrets(config, robot_id, {
        url: url ?? stored.url,
        secret: signs(provider) ? (secret ?? stored.secret) : '',
      })
    }
    await updateRobot(company, companyId, after)
    await wakeDelivery(company, companyId, 'robots')
    const changes = [
      name !== before.name && `名称 ${before.name} → ${name}`,
      url !== undefined && '地址',
      secret !== undefined && signs(provider) && '加签密钥',
      JSON.stringify(kinds) !== JSON.stringify(before.kinds) && wordsOf(kinds),
      state !== before.state && (state === 'active' ? '启用' : '停用'),
    ]
    const detail = changes.filter(Boolean).join('；')
    await recordActivity(company, companyId, [{ action: 'robot.changed', id: robot_id, name, detail }])
    if (state === 'active') await settleNotices(system, companyId, [`robot:${robot_id}`])
  },

  async removeCompanyRobot({ company, membership: { companyId } }, { robot_id }) {
    const robot = orRefuse(await deleteRobot(company, companyId, robot_id), -59700)
    await recordActivity(company, companyId, [{ action: 'robot.removed', id: robot_id, name: robot.name }])
  },

  async tryCompanyRobot({ company, membership }, { robot_id }) {
    const { companyId } = membership
    const robot = orRefuse(await lockRobot(company, companyId, robot_id), -59700)
    const { name: sender } = membership
    const text = `${sender} 从企业控制台发送，收到即表示推送可用。这个群会收到：${wordsOf(robot.kinds)}。`
    const trial = { title: '测试消息', text, link: paths.openInterfaces }
    if (!(await leaveMessage(company, companyId, robot_id, trial))) throw new Refusal(-59704)
    await recordActivity(company, companyId, [{ action: 'robot.tried', id: robot_id, name: robot.name }])
  },

  async getCompanyRobotMessageList({ company, membership: { companyId } }, { robot_id, ...paging }) {
    if (!(await countRobot(company, companyId, robot_id))) throw new Refusal(-59700)
    const [list, total] = await together(company, database => [
      listRobotMessages(database, companyId, robot_id, pageOf(paging)),
      countRobotMessages(database, companyId, robot_id),
    ])
    return { list, total }
  },
} satisfies SomeHandlers
