import { useState } from 'react'
import { Link } from 'react-router'
import { shopPlatformNames } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { Parts } from '#web/ui/parts.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { platformIcons } from '#web/ui/platforms.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { serviceReasonLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Wish } from './ask-dialog.tsx'
import { RequestsCard } from './requests-card.tsx'

const OwnWhyDrawer = idlePart(async () => (await import('./own-why-drawer.tsx')).OwnWhyDrawer)
const CrossBorderConsent = idlePart(async () => (await import('./cross-border-consent.tsx')).CrossBorderConsent)

type Service = OutputOf<'getMyService'>

/** The user's own hours, their devices with the reason if one cannot be used, and whom to ask. */
export function ServiceCard({ frozen }: { frozen: string | undefined }) {
  const { data, refused, reload } = useRemembered('getMyService', {})
  return (
    <section className="sheet" aria-labelledby="service-title">
      <div className="sheet-head">
        <h2 id="service-title">我的服务</h2>
        {data?.company && (
          <span className="row">
            <a href={paths.download}>下载客户端</a>
            <Remaining service={data} />
          </span>
        )}
      </div>
      {!data && <Placeholder refused={refused} retry={reload} />}
      {data &&
        (data.company ? (
          <Service service={data} company={data.company} frozen={frozen} reload={reload} />
        ) : (
          <NoCompany />
        ))}
    </section>
  )
}

const Remaining = ({ service: { remain_days: days } }: { service: Service }) => (
  <span className="remaining" data-empty={days === 0 ? '' : undefined}>
    剩余 <b>{count(days)}</b> 天
  </span>
)

interface ServiceProps {
  service: Service
  company: NonNullable<Service['company']>
  frozen: string | undefined
  reload: () => void
}

function Service({ service, company, frozen, reload }: ServiceProps) {
  const { service_ends_at: end, dept_path, device_limit, devices, lines, line_count } = service
  // A manager has no one else to ask. An employee with a duty does, although the console is open to both.
  const manages = useStore(({ manager, duty }) => manager === 1 && duty === null)
  // The only manager is not told that there is none.
  const asks = !frozen && !(manages && company.managers.length === 0)
  const requested = useDialog<Service['devices'][number] | null>()
  const asking = useDialog<Wish>()
  const facts = [
    { label: '部门', value: dept_path ?? <span className="quiet">未分配部门</span> },
    {
      label: '服务到期',
      // The remaining days are in the card's head. They are counted as everywhere: a day that has begun counts as a whole one.
      value: end ? (
        dateTime(end)
      ) : manages ? (
        <span className="quiet">
          尚未分配时长，<Link to={paths.employees}>去分配</Link>
        </span>
      ) : (
        <span className="quiet">尚未分配时长{frozen ? '' : '，请联系管理员'}</span>
      ),
    },
    { label: '设备上限', value: `${device_limit} 台` },
  ]
  return (
    <>
      {service.consent_due && <CrossBorderConsent due={service.consent_due} done={reload} />}
      <Facts list={facts} />
      <h3 className="part-title">
        我的设备{devices.length > 0 && <span className="quiet">{count(devices.length)} 台</span>}
      </h3>
      {devices.length ? (
        <ul className="lines">
          {devices.map(device => (
            <OwnDevice key={device.device_id} device={device} why={() => requested.show(device)} />
          ))}
        </ul>
      ) : (
        <p className="quiet">
          还没有设备。<a href={paths.download}>下载客户端</a>，用本账号登录后，设备会自动登记。
          <Button look="link" size="small" onClick={() => requested.show(null)}>
            为什么能用、不能用
          </Button>
        </p>
      )}
      <h3 className="part-title">我的专线{line_count > 0 && <span className="quiet">{count(line_count)} 条</span>}</h3>
      {lines.length ? (
        <OwnLines lines={lines} more={line_count - lines.length} />
      ) : (
        <p className="quiet">
          {manages ? (
            <>
              现在没有可以使用的专线。服务期内，在<Link to={paths.authority}>专线权限</Link>中授权后会显示在这里。
            </>
          ) : (
            (frozen ?? '现在没有可以使用的专线。服务期内，管理员授权后会显示在这里。')
          )}
        </p>
      )}
      {!manages && !frozen && <RequestsCard devices={devices} asking={asking} />}
      {asks && <h3 className="part-title">可联系的管理员</h3>}
      {!asks ? null : company.managers.length ? (
        <ul className="managers">
          {company.managers.map(({ name, phone }) => (
            <li key={phone}>
              <strong>{name}</strong>
              <a href={`tel:${phone}`}>{phone}</a>
              <CopyButton text={phone} label={`${name}的手机号`} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">企业暂时没有可联系的管理员，请联系客服。</p>
      )}
      {requested.subject !== undefined && (
        <OwnWhyDrawer
          key={requested.key}
          device={requested.subject}
          managers={company.managers}
          {...(!manages && !frozen && { ask: asking.show })}
          {...requested.props}
        />
      )}
    </>
  )
}

const OwnDevice = ({ device, why }: { device: Service['devices'][number]; why: () => void }) => (
  <li className="line">
    <div>
      <h3>
        {platformIcons[device.platform]} {device.name}
      </h3>
      <p className="figures">
        <Parts
          of={[
            `${device.reason === 'ok' ? '' : `${device.message}。`}客户端 ${device.client_version}`,
            device.last_seen_at && `最后在线 ${dateTime(device.last_seen_at)}（${fromNow(device.last_seen_at)}）`,
          ]}
        />
      </p>
    </div>
    <span className="own-state">
      <StateTag state={serviceReasonLooks[device.reason]} />
      <Button look="link" size="small" aria-label={`${device.name}为什么能用、不能用`} onClick={why}>
        为什么
      </Button>
    </span>
  </li>
)

/** The number of lines shown before the user asks for all. */
const initialLines = 6

function OwnLines({ lines, more }: { lines: Service['lines']; more: number }) {
  const [all, setAll] = useState(false)
  const visible = all ? lines : lines.slice(0, initialLines)
  return (
    <>
      <ul className="lines">
        {visible.map(({ svp_id, name, region, address, shops }) => (
          <li key={svp_id} className="line own-line">
            <div>
              <h3>{name}</h3>
              <p>
                {region}
                {shops.length > 0 &&
                  ` · ${shops.map(shop => `${shopPlatformNames[shop.platform]} ${shop.name}`).join('、')}`}
              </p>
            </div>
            <span className="own-address">
              <code>{address}</code>
              <CopyButton text={address} label={`${name}的地址`} />
            </span>
          </li>
        ))}
      </ul>
      {lines.length > initialLines && !all && (
        <Button look="link" className="own-more" onClick={() => setAll(true)}>
          显示全部 {count(lines.length)} 条
        </Button>
      )}
      {all && more > 0 && <p className="quiet">另有 {count(more)} 条，请在客户端中查看。</p>}
    </>
  )
}

const NoCompany = () => (
  <p className="quiet service-none">
    您还不属于任何企业。请把手机号告诉企业管理员，由管理员在控制台添加您；企业负责人可先完成企业实名认证，开通自己的控制台。
  </p>
)
