import type { Config } from '#server/core/config.ts'
import { type DatabaseHost, nameOf, parseDatabaseAddress } from '#server/core/database-address.ts'
import { loopback } from '#server/core/public-url.ts'
import { tlsProtection } from '#server/database/client.ts'
import { type Check, StartupWarning } from './check.ts'

const isHere = ({ host }: DatabaseHost) => host === undefined || host.startsWith('/') || loopback.includes(host)

/**
 * Everything about all customers passes between the portal and its database. Whether the network between them is trusted, the portal
 * cannot see.
 */
export const databaseTlsCheck = ({ mode, databaseUrl, databaseCompanyUrl, databasePlain }: Config): Check[] => {
  const addresses = Object.entries({ DATABASE_URL: databaseUrl, DATABASE_COMPANY_URL: databaseCompanyUrl })
  const elsewhere = addresses.flatMap(([name, url]) => {
    if (!url) return []
    const address = parseDatabaseAddress(url)
    const host = address.hosts.find(each => !isHere(each))
    return host ? [{ name, host: nameOf(host), protection: tlsProtection(address) }] : []
  })
  if (mode !== 'production' || !elsewhere.length) return []
  return [
    {
      name: '数据库的加密',
      async run() {
        const open = elsewhere.find(({ protection }) => protection !== 'verified')
        if (!open) return 'TLS，核对数据库的证书'
        if (databasePlain) return '不加密或不核对证书（DATABASE_PLAIN=1）'
        const what =
          open.protection === 'none'
            ? '没有加密，经过的网络看得到全部客户资料'
            : '加密而不核对证书，冒充数据库的机器看得到全部客户资料'
        throw new StartupWarning(
          `${open.name}：与 ${open.host} 之间的连接${what}。请在地址后加上 ?sslmode=verify-full&sslrootcert=<CA 证书的文件>（公共的证书颁发机构签发的不写 sslrootcert）；网络确实可信的（如同一台机器的容器网络）写 DATABASE_PLAIN=1`,
        )
      },
    },
  ]
}
