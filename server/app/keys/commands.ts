import { backupPublicKeys } from '#server/app/backup/signature.ts'
import { signedTables } from '#server/app/sealed/kept.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { keyIds, writingKeyId } from '#server/core/keyring.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { lostKey } from '#server/modules/connections/heads.ts'
import { renewAllSigned } from '#server/modules/connections/renewal.ts'
import { type KeyUse, keyUses } from './key-uses.ts'
import { forget, type Rotated, rotate } from './rotation.ts'

export const keysHelp = `  keys list                                     列出各主密钥的编号与仍由它加密的内容
  keys rotate                                   用当前的 SECRET_KEY 重新加密与签名全部内容，可以中断后重做
  keys forget <编号>|none                       主密钥已丢失：清除再也无法解密的内容（none 指没有编号的旧内容）`

type Needed = Pick<Services, 'config' | 'system' | 'storage'>
type Run = (work: (services: Needed) => Promise<void>) => Promise<void>

export function keysCommand(run: Run, [action, id, ...rest]: string[]): Promise<void> {
  if (rest.length || (id === undefined) !== (action !== 'forget')) throw new CommandUsage()
  if (action === 'list') return run(async services => print(await linesOf(services)))
  if (action === 'rotate')
    return run(async services => {
      const sealed = await rotate({ system: services.system, keys: services.config })
      const rotated = [...sealed, { name: '连接记录的签名', ...(await renewAllSigned(services)) }]
      const count = rotated.reduce((sum, { renewed }) => sum + renewed, 0)
      const target = `key:${writingKeyId(services.config)}`
      await recordAudit(services.system, { action: 'keys.rotated', target, after: { count } })
      const lines = rotated.filter(({ renewed, unreadable }) => renewed || unreadable).map(inWords)
      print([...(lines.length ? lines : ['没有要改用当前密钥的内容']), ...(await linesOf(services))])
    })
  if (action === 'forget' && id !== undefined) return run(services => forgetKey(services, id))
  throw new CommandUsage()
}

const print = (lines: string[]) => console.log(lines.join('\n'))

const inWords = ({ name, renewed, unreadable }: Rotated) =>
  `${name}：改用当前的密钥 ${renewed} 项${unreadable ? `，${unreadable} 项打不开（缺少密钥或已损坏）` : ''}`

async function linesOf({ config, system }: Pick<Needed, 'config' | 'system'>): Promise<string[]> {
  const uses = await keyUses({ config, system })
  const unnamed = uses.some(({ keyId, held }) => keyId === '' && held.length)
  return [
    ...uses.map(use => `${nameOf(use)}  ${stateOf(use, unnamed)}${contentOf(use)}`),
    ...[...backupPublicKeys(config)].map(([keyId, publicKey]) => `备份公钥 ${keyId}  ${publicKey}`),
  ]
}

const nameOf = ({ keyId }: KeyUse) => (keyId === lostKey ? '已遗失的密钥' : keyId || '没有编号的旧内容')

/** Signed content can be read without a key, and a key that the portal has may have signed it. */
const isSignedOnly = ({ held }: KeyUse) => held.every(({ name }) => signedTables.some(signed => signed.name === name))

function stateOf(use: KeyUse, unnamed: boolean): string {
  const { keyId, writes, known, held, archived, archivedRowsUntil } = use
  if (keyId === '')
    return isSignedOnly(use) ? '还没有查明由哪个密钥签名，keys rotate 或每日任务会查明' : '由以前的 SECRET_KEY 加密'
  if (keyId === lostKey) return '签名的密钥已不在，不必再保留什么：只有当时另存了公钥的人能核对'
  if (writes) return '当前的 SECRET_KEY'
  if (!known && !held.length) return '缺少这个密钥：写进 SECRET_KEYS_OLD 才能恢复到它归档的时刻，约 8 天后自动清除'
  if (!known) return '缺少这个密钥：请写进 SECRET_KEYS_OLD'
  if (held.length || unnamed) return '仍有内容需要它，请执行 keys rotate；验证码五分钟后过期'
  if (archived || archivedRowsUntil) return '只有归档还需要它：留到这里不再列出归档为止，约 8 天'
  return '没有内容再需要它：所有副本都改用新的 SECRET_KEY 之后，可以从 SECRET_KEYS_OLD 移除，并与用它制作的备份一同另行保存'
}

function contentOf({ held, archived, archivedRowsUntil }: KeyUse): string {
  const content = archived ? [...held, { name: '归档', rows: archived }] : held
  const words = content.map(({ name, rows }) => `${name} ${rows}`)
  if (archivedRowsUntil) words.push(`归档里以前的内容，到 ${archivedRowsUntil} 为止`)
  return words.length ? `（${words.join('，')}）` : ''
}

async function forgetKey({ config, system }: Needed, id: string): Promise<void> {
  if (id !== 'none' && !/^[0-9a-f]{12}$/.test(id)) throw new CommandUsage('请写明密钥的 12 位编号，或 none')
  if (keyIds(config).includes(id)) throw new OperatorProblem(`密钥 ${id} 就在配置里，没有丢失`)
  const forgotten = await system.transaction(async transaction => {
    const each = await forget(transaction, id === 'none' ? '' : id)
    const after = { count: each.reduce((sum, { renewed }) => sum + renewed, 0) }
    await recordAudit(transaction, { action: 'keys.forgotten', target: `key:${id}`, before: null, after })
    return each
  })
  print(forgotten.map(({ name, renewed }) => `${name}：清除 ${renewed} 项`))
}
