import { Resolver } from 'node:dns'
import { z } from 'zod'
import { allowedAddresses } from './allowed-addresses.ts'
import { setting } from './setting.ts'

/** Splits a list and drops empty entries, such as after a trailing comma. */
const listed = (value: string) => value.split(',').flatMap(each => each.trim() || [])

/** Returns a schema that parses a list by `parse`, or refuses it with the message `problem`. */
const listSetting = <Parsed>(parse: (list: string[]) => Parsed, problem: string) =>
  z
    .string()
    .default('')
    .transform((value, context) => {
      try {
        return parse(listed(value))
      } catch {
        context.addIssue({ code: 'custom', message: problem })
        return z.NEVER
      }
    })

/** Throws for values that the resolver would refuse at the first query. */
function nameServers(list: string[]): string[] {
  if (list.length) new Resolver().setServers(list)
  return list
}

function proxies(list: string[]): string[] {
  allowedAddresses(list.join())
  return list
}

export const networkSettings = {
  trustProxy: setting({
    env: 'TRUST_PROXY',
    about:
      '可信反向代理的地址或网段（逗号分隔）；只有它们的 X-Forwarded-For 会被采信。production 里须写：没有写的，全部访客会被算作同一个地址',
    schema: listSetting(proxies, '写作地址或网段，多个用逗号分开，如 127.0.0.1 或 10.0.0.0/8').refine(
      list => !list.some(each => /\/0+$/.test(each)),
      '不能信任全部地址（/0）：任何人都能以 X-Forwarded-For 冒充别的地址。只写反向代理自己的地址或网段',
    ),
  }),
  operationsAddresses: setting({
    env: 'OPERATIONS_ADDRESSES',
    about: '可以打开运营后台的地址或网段（逗号分隔，如 203.0.113.8,10.0.0.0/8）；不填则不限',
    schema: listSetting(list => allowedAddresses(list.join()), '写作地址或网段，多个用逗号分开'),
  }),
  dnsServers: setting({
    env: 'DNS_SERVERS',
    about: '查询企业邮箱域名的 TXT 记录所用的 DNS 服务器，逗号分隔，可带端口；不填用系统的',
    schema: listSetting(nameServers, '写作 IP 地址，可带端口，多个用逗号分开，如 10.0.0.2 或 [fd00::2]:5353'),
  }),
}
