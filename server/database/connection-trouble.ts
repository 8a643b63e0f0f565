import { DatabaseError } from 'pg'
import { AddressProblem, type DatabaseAddress, type DatabaseHost, nameOf } from '#server/core/database-address.ts'
import { NoWritableHost, ReadOnlyHost } from './client.ts'

/**
 * Returns one sentence on why there is no connection and how to fix it, for the person who starts the portal. It names host, user
 * and database, never the password.
 */
export function connectionTrouble(error: unknown, { hosts, user = '', database = user }: DatabaseAddress): string {
  if (error instanceof AddressProblem) return error.message
  if (error instanceof NoWritableHost) {
    const each = error.failures.map(failure => causeOf(failure.error, failure.host, { user, database }))
    return `没有一个数据库主机可以写入：${each.map(({ cause }) => cause).join('；')}。${each[0]?.remedy ?? ''}`
  }
  const [host = { host: undefined, port: 5432 }] = hosts
  const { cause, remedy } = causeOf(error, host, { user, database })
  return `${cause}：${remedy}`
}

const pooler = '门户与数据库之间是连接池（如 pgbouncer），它不传递连接的参数'
const withoutPooler =
  '门户自带连接池，并且需要 LISTEN、会话级的锁与角色：请在 DATABASE_URL 里直接写 PostgreSQL 的地址，或该服务的会话模式、直连地址'

/** For a pooler that accepted the connection without its parameters. */
export const poolerTrouble = `${pooler}：${withoutPooler}`

interface Cause {
  cause: string
  remedy: string
}

const certificate = '请用 sslrootcert 写明签发它的 CA 证书文件；只加密而不核对身份则写 sslmode=require'

function causeOf(error: unknown, host: DatabaseHost, login: { user: string; database: string }): Cause {
  const place = `数据库 ${nameOf(host)} `
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (error instanceof ReadOnlyHost)
    return { cause: `${place}只读（可能是备库）`, remedy: '请在 DATABASE_URL 里写主库，或把全部主机都写上' }
  if (error instanceof DatabaseError) return refusalOf(error, place, login)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return { cause: `${place}拒绝连接`, remedy: '请确认它正在运行，并核对 DATABASE_URL 的主机与端口' }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { cause: `找不到数据库主机 ${host.host}`, remedy: '请核对 DATABASE_URL 的主机名与本机的 DNS' }
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return { cause: `${place}没有应答`, remedy: '请核对主机、端口与防火墙' }
    case 'EACCES':
      return { cause: `本用户不能使用数据库的套接字 ${host.host}`, remedy: '请改正它的权限' }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return { cause: `${place}的证书是自签名的`, remedy: certificate }
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return { cause: `${place}的证书不是由可信的 CA 签发`, remedy: certificate }
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return { cause: `${place}的证书不在有效期内`, remedy: '请在数据库上更换证书，并核对两边的时钟' }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        cause: `${place}的证书写的是别的主机名`,
        remedy: '请在 DATABASE_URL 里写证书上的主机名，或用 sslmode=verify-ca 只核对签发者',
      }
  }
  if (/does not support SSL/.test(message))
    return { cause: `${place}不支持加密连接`, remedy: '请在数据库上开启 TLS，或写 sslmode=disable' }
  if (/timeout/i.test(message)) return { cause: `${place}没有应答`, remedy: '请核对主机、端口与防火墙' }
  if (/client password must be/.test(message))
    return { cause: `${place}要求密码，而 DATABASE_URL 里没有`, remedy: '请写作 postgresql://用户:密码@主机:端口/库名' }
  if (/^(ERR_SSL|ERR_OSSL|EPROTO)/.test(code))
    return {
      cause: `${place}的加密连接没有建立（${code}）`,
      remedy: '请核对 sslcert、sslkey、sslrootcert 与两边的 TLS 版本',
    }
  return {
    cause: `连不上${place}`,
    remedy: `请核对 DATABASE_URL 与数据库的日志（${code || message.split('\n')[0] || '连接中断'}）`,
  }
}

function refusalOf(error: DatabaseError, place: string, { user, database }: { user: string; database: string }): Cause {
  switch (error.code) {
    case '28P01':
      return {
        cause: `${place}不接受用户 ${user} 的密码`,
        remedy: '请核对 DATABASE_URL；密码里的 / ? @ % 须写成百分号编码',
      }
    case '28000':
      if (/no encryption|SSL off/.test(error.message))
        return {
          cause: `${place}不接受未加密的连接，或不接受本机与用户 ${user}`,
          remedy: '请在 DATABASE_URL 末尾写 ?sslmode=require，仍被拒绝时检查数据库的 pg_hba.conf',
        }
      return { cause: `${place}不接受用户 ${user} 从本机登录`, remedy: '请核对用户名与数据库的 pg_hba.conf' }
    case '3D000':
      return {
        cause: `${place}上没有库 ${database}`,
        remedy: `请由管理员执行 create database "${database}" owner "${user}"，或改正 DATABASE_URL`,
      }
    case '42501':
      return {
        cause: `${place}不允许用户 ${user} 进入库 ${database}`,
        remedy: `请由管理员执行 grant connect, create on database "${database}" to "${user}"`,
      }
    case '53300':
      return { cause: `${place}的连接已用完`, remedy: '请提高 max_connections，或结束多余的连接' }
    case '08P01':
      if (/unsupported startup parameter/.test(error.message)) return { cause: pooler, remedy: withoutPooler }
      break
    case '57P03':
      return { cause: `${place}正在启动或停止`, remedy: '请稍后再试' }
  }
  return { cause: `${place}拒绝了连接（${error.code}）`, remedy: `请查看数据库的日志：${error.message.split('\n')[0]}` }
}
