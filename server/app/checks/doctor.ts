import { join } from 'node:path'
import { readableMessage } from '#server/app/readable-message.ts'
import { type Config, ConfigError, readConfig } from '#server/core/config.ts'
import { addressOf } from '#server/database/embedded-cluster.ts'
import { isPostmaster, readPostmaster } from '#server/database/embedded-postmaster.ts'
import { archiveCheck } from './archive.ts'
import { auditFileCheck } from './audit-file.ts'
import { type Finding, runChecks } from './check.ts'
import { checksOf } from './checks.ts'
import { identityChecks } from './identity.ts'
import { checkListeningOrRunning } from './listening.ts'
import { pushChecks } from './pushes.ts'
import { storageCheck } from './storage.ts'

/** Runs a start's checks; returns a line for each and whether all passed. Only writes a trial object to archive and bucket. */
export async function examine(environment: Record<string, string | undefined>) {
  const findings = await findingsOf(environment)
  return { lines: findings.map(lineOf), well: findings.every(finding => 'about' in finding) }
}

async function findingsOf(environment: Record<string, string | undefined>): Promise<Finding[]> {
  const name = '配置'
  try {
    const config = readConfig(environment)
    const checks = [
      ...checksOf(config, { listening: checkListeningOrRunning, running: runningEmbedded(config) }),
      ...pushChecks(config),
      ...identityChecks(config),
      ...archiveCheck(config),
      ...auditFileCheck(config),
      ...storageCheck(config),
    ]
    return [{ name, about: config.mode }, ...(await runChecks(checks))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(problem => ({ name, error: new ConfigError([problem]) }))
  }
}

function runningEmbedded({ databaseUrl, dataDir }: Config): string | undefined {
  if (databaseUrl) return undefined
  const cluster = join(dataDir, 'postgres')
  const found = readPostmaster(cluster)
  return found?.ready && isPostmaster(found.pid, cluster) ? addressOf(found, cluster) : undefined
}

function lineOf(finding: Finding): string {
  const name = finding.name.padEnd(5, '　')
  if ('about' in finding) return `✓ ${name}　${finding.about}`
  const { error } = finding
  if (error instanceof ConfigError) return `✗ ${name}　${error.problems.join('；')}`
  const { code, name: kind } = error as NodeJS.ErrnoException
  return `✗ ${name}　${readableMessage(error) ?? `没能检查（${code ?? kind}），请把这一行告诉开发者`}`
}
