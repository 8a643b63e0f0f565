import { Icon } from '../icons.tsx'
import { Copy } from '../parts.tsx'
import { PlatformMarks } from './platforms.tsx'
import type { SampleLine } from './samples.ts'

/** The full width of the page: from the office over the line to the platform. */
export function Route({ line }: { line: SampleLine | undefined }) {
  return (
    <section className="band route-band" aria-labelledby="route">
      <div className="wrap">
        <h2 id="route">
          从您的办公室，<span className="keep">到平台看见的那个地址</span>
        </h2>
        <p className="english" lang="en">
          Office, line, platform
        </p>
      </div>
      <ol className="route">
        <li>
          <span className="route-mark">
            <Icon name="device" />
          </span>
          <h3>办公室与同事</h3>
          <p>
            <Copy>电脑和手机装上客户端，用手机号登录。每台设备先经管理员审核，才用得上线路。</Copy>
          </p>
          <p className="route-sample">
            <span className="chip live">设备已审核</span>
          </p>
        </li>
        <li>
          <span className="route-mark">
            <Icon name="route" />
          </span>
          <h3>您的专属线路</h3>
          <p>
            <Copy>按城市、接入方式和带宽选购，绑定一个当地地址。谁能用它，由您授权。</Copy>
          </p>
          <p className="route-sample">
            <code>{line?.address}</code>
            <span>{line?.city}</span>
          </p>
        </li>
        <li>
          <span className="route-mark">
            <Icon name="globe" />
          </span>
          <h3>平台看见的</h3>
          <p>
            <Copy>同一个账号，始终来自同一个当地地址。换人、换设备、换办公室，地址都不变。</Copy>
          </p>
          <PlatformMarks few />
        </li>
      </ol>
    </section>
  )
}
