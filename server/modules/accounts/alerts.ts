import { randomUUID } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { queueManySms } from '#server/engines/messages/queue.ts'
import { type Notice, notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'

const changes = {
  password: ['登录密码已修改', '您的登录密码已修改，其他设备已退出登录。如非本人操作，请立即找回密码并联系客服。'],
  phone: ['登录手机号已更换', '您的登录手机号已更换，其他设备已退出登录。如非本人操作，请立即联系客服。'],
  passkey_added: [
    '已添加通行密钥',
    '您的账号添加了通行密钥，可以用它登录。如非本人操作，请立即在账号安全中移除，并修改登录密码。',
  ],
  passkey_removed: [
    '已移除通行密钥',
    '您的账号移除了一个通行密钥，其他设备已退出登录。如非本人操作，请立即修改登录密码。',
  ],
  sign_in_linked: [
    '已关联企业登录',
    '您的账号关联了企业登录，可以由企业的身份提供方登录。如非本人操作，请立即在个人信息中解除，并修改登录密码。',
  ],
  reused: [
    '登录已被保护性退出',
    '检测到已失效的登录凭证被再次使用，相关登录已全部退出。如非本人操作，请尽快修改登录密码。',
  ],
} as const

type Needed = Pick<Services, 'config' | 'jobs'>

const ring = (
  database: Database,
  services: Needed,
  accountId: string,
  notice: Pick<Notice, 'kind' | 'title' | 'text'>,
) =>
  notify(database, services, {
    to: { accountIds: [accountId] },
    subject: `security:${randomUUID()}`,
    link: paths.personalDetails,
    ...notice,
  })

/** Alerts the holder to an event of the account, so that a thief can't cause it unseen. */
export async function alertHolder(
  database: Database,
  services: Needed,
  accountId: string,
  change: keyof typeof changes,
): Promise<void> {
  const [title, text] = changes[change]
  await ring(database, services, accountId, { kind: 'account_changed', title, text })
}

/** Alerts the holder to a login from a browser or client that the account has not been used with. */
export async function alertNewTerminal(
  database: Database,
  services: Needed,
  accountId: string,
  { device, ip }: { device: string; ip: string },
): Promise<void> {
  const text = `您的账号在新的设备上登录：${device}，IP ${ip}。如非本人操作，请立即修改登录密码。`
  await ring(database, services, accountId, { kind: 'login_new', title: '新设备登录', text })
}

/** Alerts the phone that an account has moved away from, since its holder may be the victim of a theft. */
export function alertFormerPhone(transaction: Database, services: Needed, phone: string): Promise<void> {
  const text = '您的手机号已不再是原账号的登录手机号。如非本人操作，请立即联系客服。'
  const message = {
    phone,
    template: 'notice' as const,
    purpose: 'account_changed' as const,
    parameters: { result: text },
    text: `【${services.config.brandName}】${text}`,
  }
  return queueManySms(services, transaction, [message], { kind: 'notice', companyId: null, ip: null })
}
