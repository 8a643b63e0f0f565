import { Link } from 'react-router'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { passportPath, paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useProfile } from '#web/data/use-profile.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, placeName } from '#web/ui/format.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { May } from '#web/ui/may.tsx'

type Passport = OutputOf<'getLinePassport'>

/** The line, one of its present and former addresses, and days in China; without these, the whole record. */
export type Shown = InputOf<'getLinePassport'>

/** Shows the present and former holders of the address, and exports its files. */
export function AboutCard({ passport, shown }: { passport: Passport; shown: Shown }) {
  const { line, addresses, since, until, free_since, recorded_since } = passport
  const { svp_id, address, from } = shown
  const { info } = useProfile()
  const others = addresses
    .filter(other => other.address !== line.address)
    .map(other => (
      <li key={other.address}>
        <Link to={`${passportPath(svp_id)}&address=${encodeURIComponent(other.address)}`}>{other.address}</Link>{' '}
        <span className="quiet">
          {dateTime(other.since)} 至 {other.until ? dateTime(other.until) : '现在'}
        </span>
      </li>
    ))
  return (
    <section className="sheet" aria-labelledby="passport-title">
      <div className="sheet-head">
        <h1 id="passport-title">地址护照 {line.address}</h1>
        <span className="row passport-actions">
          <May call="exportPassport">
            <ExportButton
              load={() =>
                api.exportPassport({
                  svp_id,
                  ...(address && { address }),
                  ...(from && { since: new Date(`${from}T00:00:00+08:00`).toISOString() }),
                })
              }
            >
              签名文件
            </ExportButton>
          </May>
          <May call="exportPassportPdf">
            <ExportButton load={() => api.exportPassportPdf(shown)}>PDF</ExportButton>
          </May>
        </span>
      </div>
      <Facts
        list={[
          { label: '企业', value: info?.company_name ?? '' },
          { label: '专线', value: `${line.name}（${placeName(line)}）` },
          until
            ? { label: '由本企业使用', value: `${dateTime(since)} 至 ${dateTime(until)}` }
            : { label: '自何时起由本企业使用', value: dateTime(since) },
          {
            label: until ? '当时与其他企业无关' : '与其他企业无关',
            value: free_since ? `自 ${dateTime(free_since)} 起` : '此前没有其他企业使用过',
          },
          {
            label: '连接记录始于',
            value: recorded_since ? dateTime(recorded_since) : '还没有连接记录',
          },
          ...(others.length
            ? [{ label: '这条专线的其他地址', value: <ul className="passport-others">{others}</ul> }]
            : []),
        ]}
      />
      <p className="quiet">
        连接由客户端以设备密钥签名上报，时间以服务器为准；更早的、以及旧版客户端没有上报的不在其中。PDF
        中英对照，供平台的审核人员阅读，列出的是核对过的记录；签名文件从所选的开始日期写到链的末端，对方可以在
        <a href={paths.verifyPassport} target="_blank" rel="noreferrer">
          核对页面
        </a>
        上核对（文件不会上传），或用
        <a href="/verify-passport.mjs" download>
          核对程序
        </a>
        （Node.js 18 以上）离线核对；公钥公布在
        <a href="/.well-known/passport-key.json" target="_blank" rel="noreferrer">
          本站
        </a>
        。
      </p>
    </section>
  )
}
