import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { clientTypes } from '#contract/rules.ts'
import { backupCommand, backupHelp } from '#server/app/backup/commands.ts'
import { restoreCommand, restoreFilesCommand } from '#server/app/backup/restore-commands.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { readConfig } from '#server/core/config.ts'
import { loginName } from '#server/core/login-name.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { replicaCommand, replicaHelp } from '#server/engines/health/forget-replica.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import type { Services } from '#server/engines/services.ts'
import { createSms } from '#server/integrations/sms/sms-from-config.ts'
import { createStorage } from '#server/integrations/storage/storage-from-config.ts'
import { approvalCommand, approvalHelp } from '#server/modules/approvals/commands.ts'
import { stockCommand, stockHelp } from '#server/modules/catalogue/commands.ts'
import { couponCommand, couponHelp } from '#server/modules/coupons/commands.ts'
import { publishInstaller } from '#server/modules/downloads/publish.ts'
import { articlesCommand, articlesHelp } from '#server/modules/help/commands.ts'
import { invoiceCommand, invoiceHelp } from '#server/modules/invoices/commands.ts'
import { lineCommand, lineHelp } from '#server/modules/lines/commands.ts'
import { operatorCommand, operatorHelp } from '#server/modules/operators/commands.ts'
import { paymentCommand, paymentHelp, refundCommand } from '#server/modules/payments/commands.ts'
import { waitingVerifications } from '#server/modules/verification/identity.sql.ts'
import { review } from '#server/modules/verification/identity.ts'
import { examine } from './checks/doctor.ts'
import { checkFolder } from './checks/folder.ts'
import { keysCommand, keysHelp } from './keys/commands.ts'
import { reachDatabase } from './reach-database.ts'
import { printFailure } from './readable-message.ts'
import { chinaTime } from './recovery/china-time.ts'
import { recoveryHelp, restoreToCommand, switchCommand } from './recovery/commands.ts'
import { settleCommand, settleHelp } from './recovery/settle-command.ts'
import { refuseSurplus, usageOf } from './usage.ts'
// Operators' decisions made here have the same consequences as in the portal.
import './subscriptions.ts'

const help = `用法：npm run portal -- <命令>

  doctor                                        检查配置、端口、数据目录与数据库，不改动任何东西
  verify list                                   列出待审核的实名认证
  verify approve <手机号>                       通过，并短信告知申请人
  verify reject <手机号> --reason <原因>        驳回，申请人会看到原因
  installer publish --type windows|android|mac --version <版本> --file <路径> [--notes <说明>] [--force-update]
                                                发布安装包，网站随即显示
${paymentHelp}
${lineHelp}
${stockHelp}
${couponHelp}
${invoiceHelp}
${operatorHelp}
${articlesHelp}
${approvalHelp}
${keysHelp}
${replicaHelp}
${backupHelp}
${recoveryHelp}
${settleHelp}

门户在运行时也可以使用；读取与门户相同的环境变量。`

type CommandServices = Pick<Services, 'config' | 'log' | 'system' | 'jobs' | 'sms' | 'storage'>
/** The person at the command line, as the audit log names them. */
const actor = `cli:${loginName() ?? `uid${process.getuid?.()}`}@${hostname()}`

async function withServices(work: (services: CommandServices) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const { log, url, stop } = await reachDatabase(config)
  try {
    await migrate({ url, log, mode: config.mode })
    // The command queues a message, which the portal sends now or at its next start.
    await migrateJobs(url, log)
    const pools = connect({ url, log, size: 2 })
    try {
      const { system } = pools
      await work({
        config,
        log,
        system,
        jobs,
        sms: await createSms(config, { system, log }),
        storage: await createStorage(config),
      })
    } finally {
      await pools.end()
    }
  } finally {
    await stop()
  }
}

async function listWaiting({ system }: CommandServices): Promise<void> {
  const waiting = await waitingVerifications(system)
  for (const { phone, kind, person_name, company_name, credit_code, submitted_at } of waiting)
    console.log(
      [
        phone,
        kind === 'company' ? `企业 ${company_name} ${credit_code}` : '个人',
        person_name,
        chinaTime(Date.parse(submitted_at)),
      ].join('  '),
    )
  console.log(waiting.length ? `共 ${waiting.length} 条待审核` : '没有待审核的实名认证')
}

async function verify([action, phone = '']: string[], reason: string | undefined): Promise<void> {
  if (action === 'list') return withServices(listWaiting)
  if (action !== 'approve' && action !== 'reject') throw new CommandUsage()
  if (!/^1\d{10}$/.test(phone)) throw new CommandUsage('请写明申请人的11位手机号')
  if (action === 'reject' && !reason?.trim()) throw new CommandUsage('驳回时请用 --reason 写明原因，申请人会看到')
  const decision =
    action === 'approve'
      ? ({ state: 'approved', reason: null } as const)
      : ({ state: 'rejected', reason: reason ?? '' } as const)
  await withServices(async services => {
    const { kind, company_name } = await review(services, { phone, decision })
    console.log(
      `${action === 'approve' ? '已通过' : '已驳回'}：${phone}${kind === 'company' ? ` ${company_name}` : ''}`,
    )
  })
}

interface Release {
  type?: string | undefined
  version?: string | undefined
  file?: string | undefined
  notes?: string | undefined
  'force-update'?: boolean | undefined
}

async function publish({
  type = '',
  version,
  file,
  notes = '',
  'force-update': force_update = false,
}: Release): Promise<void> {
  if (!(type in clientTypes) || !version || !file) throw new CommandUsage('请写明 --type、--version 与 --file')
  const { size } = await stat(file).catch(() => {
    throw new CommandUsage(`找不到文件 ${file}`)
  })
  const release = {
    // The name was checked above by `in`.
    client_type: clientTypes[type as keyof typeof clientTypes],
    version,
    notes,
    force_update,
    size,
    sha256: '',
    fileName: basename(file),
  }
  await withServices(async services => {
    const { url, sha256 } = await publishInstaller(services, { ...release, content: createReadStream(file) })
    console.log(`已发布 ${type} ${version}：${url}\nSHA-256 ${sha256}`)
  })
}

async function doctor(): Promise<void> {
  const { lines, well } = await examine(process.env)
  for (const line of lines) console.log(line)
  if (!well) process.exitCode = 1
}

async function restore(
  rest: string[],
  values: Parameters<typeof restoreCommand>[2] &
    Parameters<typeof settleCommand>[1] & {
      to?: string | undefined
      files?: string | undefined
      'accept-inconsistent'?: boolean | undefined
      switch?: string | undefined
    },
): Promise<void> {
  if (rest.length === 1 && rest[0] === 'settle') return settleCommand(withServices, values)
  const config = readConfig(process.env)
  // The folder is often a new one. Without this check its faults would be reported as the archive's, or as a stack trace.
  await checkFolder(config)
  if (!rest.length && values.to !== undefined) return restoreToCommand(config, values.to, values)
  if (!rest.length && values.files !== undefined) return restoreFilesCommand(config, values.files, values)
  if (!rest.length && values.switch !== undefined) return switchCommand(config, values.switch, values)
  return restoreCommand(config, rest, values)
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      amount: { type: 'string' },
      alone: { type: 'string' },
      type: { type: 'string' },
      version: { type: 'string' },
      file: { type: 'string' },
      number: { type: 'string' },
      refunded: { type: 'boolean' },
      notes: { type: 'string' },
      roles: { type: 'string' },
      'force-update': { type: 'boolean' },
      to: { type: 'string' },
      keep: { type: 'string' },
      'other-key': { type: 'boolean' },
      'signed-by': { type: 'string' },
      unsigned: { type: 'boolean' },
      identity: { type: 'string' },
      switch: { type: 'string' },
      files: { type: 'string' },
      'accept-inconsistent': { type: 'boolean' },
      moment: { type: 'string' },
      although: { type: 'string' },
      promoted: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const [room, ...rest] = positionals
  if (values.help || !room) return console.log(help)
  refuseSurplus(help, positionals, Object.keys(values))
  const { reason, amount, alone } = values
  const typed = { action: rest[0], which: rest[1], amount, reason, alone }
  if (room === 'doctor') return doctor()
  if (room === 'payment') return paymentCommand(withServices, typed)
  if (room === 'refund') return refundCommand(withServices, typed)
  if (room === 'line') return lineCommand(withServices, typed)
  if (room === 'stock') return stockCommand(withServices, rest)
  if (room === 'coupon') return couponCommand(withServices, rest)
  if (room === 'invoice') return invoiceCommand(withServices, rest, values)
  if (room === 'articles') return articlesCommand(withServices, rest)
  if (room === 'operator') return operatorCommand(withServices, rest, values)
  if (room === 'approvals') return approvalCommand(withServices, rest, values)
  if (room === 'replica') return replicaCommand(withServices, rest)
  if (room === 'keys') return keysCommand(withServices, rest)
  if (room === 'backup') return backupCommand(readConfig(process.env), rest, values)
  if (room === 'restore') return restore(rest, values)
  if (room === 'verify') return verify(rest, values.reason)
  if (room === 'installer' && rest[0] === 'publish') return publish(values)
  throw new CommandUsage()
}

runAs(actor, run).catch((error: Error) => {
  const usage = usageOf(error, help, process.argv.slice(2))
  if (usage) console.error(usage)
  else printFailure(error)
  process.exitCode = usage ? 2 : 1
})
