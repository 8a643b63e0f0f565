import type { Config } from '#server/core/config.ts'
import { isLocalUrl } from '#server/core/public-url.ts'
import { type Check, StartupWarning } from './check.ts'

/**
 * Production is reached through a proxy, because the portal itself has no TLS. With an unlisted one, all visitors would share the
 * proxy's address: a few wrong passwords would keep everybody from logging in, and the back office would be open to all or to none.
 */
export const proxyCheck = ({ mode, publicUrl, trustProxy }: Config): Check[] =>
  mode !== 'production' || isLocalUrl(publicUrl)
    ? []
    : [
        {
          name: '反向代理',
          async run() {
            if (trustProxy.length) return trustProxy.join('、')
            throw new StartupWarning(
              '没有写 TRUST_PROXY：不知道反向代理是谁，全部访客会被算作同一个地址，几次输错密码就使所有人登录不了。请写反向代理的地址，与门户同在一台机器上的写 TRUST_PROXY=127.0.0.1',
            )
          },
        },
      ]
