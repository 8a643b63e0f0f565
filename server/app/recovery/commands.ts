import { join, resolve } from 'node:path'
import { createLog } from '#server/app/open-database.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import type { Config } from '#server/core/config.ts'
import { yuan } from '#server/core/yuan.ts'
import { DataDirInUse } from '#server/database/data-lock.ts'
import { parseChinaTime } from './china-time.ts'
import type { Findings } from './findings.ts'
import { putInPlace, stamp } from './put-in-place.ts'
import { restoreTo } from './restore-to.ts'

export const recoveryHelp = `  restore --to "2026-11-22 14:03:07" [--accept-inconsistent] [--other-key]
                                                由归档恢复到这一秒（北京时间；latest 为归档的最后）：先恢复到新文件夹并核对，
                                                门户停止时随即换上，原来的数据留在旁边；门户在运行时只恢复与核对
  restore --switch <文件夹> [--accept-inconsistent] [--other-key]
                                                换上已恢复并核对的数据，先停止门户；核对出不一致的须明确接受
                                                （--to 与 --switch：数据需要的主密钥已丢失的，加上 --other-key）`

export const restoredFolder = (): string => `restored-${stamp()}`

interface Typed {
  'accept-inconsistent'?: boolean | undefined
  'other-key'?: boolean | undefined
}

const acceptedBy = (typed: Typed) => ({ inconsistent: typed['accept-inconsistent'], lostKey: typed['other-key'] })

export async function restoreToCommand(config: Config, text: string, typed: Typed = {}): Promise<void> {
  const to = text === 'latest' ? text : parseChinaTime(text)
  const name = restoredFolder()
  console.log('正在恢复到新的文件夹……')
  const log = createLog({ logLevel: 'warn' })
  const findings = await restoreTo({ config, to, folder: join(config.dataDir, name), log, lostKey: typed['other-key'] })
  console.log(`已恢复到 ${to === 'latest' ? '归档的最后' : text}\n${describeFindings(findings)}`)
  try {
    console.log(await putInPlace(config, name, acceptedBy(typed), findings.inconsistencies))
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    console.log(
      `门户正在运行，数据没有换上。停止门户后运行：npm run restore -- --switch ${name}；不换上的，删除 ${join(config.dataDir, name)}`,
    )
  }
}

export async function switchCommand(config: Config, folder: string, typed: Typed): Promise<void> {
  const path = resolve(config.dataDir, folder)
  const name = path.slice(config.dataDir.length + 1)
  if (join(config.dataDir, name) !== path || !/^restored-\d{14}$/.test(name))
    throw new CommandUsage('--switch 写 DATA_DIR 里由 restore --to 恢复的文件夹，如 restored-20261122140307')
  console.log(await putInPlace(config, name, acceptedBy(typed)))
}

export function describeFindings(found: Findings): string {
  const { newestOrder, newestPayment } = found
  return [
    `${found.tables} 张表 ${found.rows} 行，迁移到 ${found.migration}`,
    `账号 ${found.accounts}，企业 ${found.companies}，订单 ${found.orders}，支付 ${found.payments}，已付 ${yuan(Number(found.paid))} 元`,
    `最新订单 ${newestOrder ? `${newestOrder.number}（${newestOrder.at}）` : '无'}，最新付款 ${newestPayment ? `${newestPayment.number}（${newestPayment.at}）` : '无'}`,
    found.inconsistencies.length
      ? `不一致 ${found.inconsistencies.length} 处`
      : '核对无误：校验值、订单与支付、地址库存',
  ].join('\n')
}
