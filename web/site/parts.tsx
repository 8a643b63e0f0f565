import type { ReactNode } from 'react'
import type { QrCode, SiteFrame } from '#contract/site.ts'

const isWide = (character: string | undefined) => character !== undefined && character.charCodeAt(0) > 0x2e7f

/** A text whose last characters stay together, so that no line holds a single one; words and numbers are not broken. */
export function Copy({ children: text }: { children: string }) {
  const characters = [...text]
  let at = characters.length - 5
  while (at > 0 && !isWide(characters[at]) && !isWide(characters[at - 1])) at -= 1
  if (at < 6) return text
  return (
    <>
      {characters.slice(0, at).join('')}
      <span className="keep">{characters.slice(at).join('')}</span>
    </>
  )
}

/** A heading that breaks between its phrases. */
export const Phrases = ({ children: text }: { children: string }) =>
  text.split(/(?<=[，：])/).map(phrase => (
    <span className="phrase" key={phrase}>
      {phrase}
    </span>
  ))

const asCopy = (children: ReactNode) => (typeof children === 'string' ? <Copy>{children}</Copy> : children)

/** A Chinese headline with its English line, as one typographic pair. */
/** The entries of a `<dl>`. */
export const Terms = ({ of }: { of: readonly (readonly [term: string, text: string])[] }) =>
  of.map(([term, text]) => (
    <div key={term}>
      <dt>{term}</dt>
      <dd>
        <Copy>{text}</Copy>
      </dd>
    </div>
  ))

export function Pair(props: { title: string; english: string; level?: 1 | 2; children?: ReactNode; id?: string }) {
  const Heading = props.level === 1 ? 'h1' : 'h2'
  return (
    <div className="pair">
      <Heading id={props.id}>{props.title}</Heading>
      <p className="english" lang="en">
        {props.english}
      </p>
      {props.children ? <p className="lead">{asCopy(props.children)}</p> : null}
    </div>
  )
}

/** The heading of an inner page. */
export function PageHead(props: { title: string; english: string; children?: ReactNode; after?: ReactNode }) {
  return (
    <section className="page-head">
      <div className="wrap">
        <Pair level={1} title={props.title} english={props.english}>
          {props.children}
        </Pair>
        {props.after}
      </div>
    </section>
  )
}

export function Qr({ code, label }: { code: QrCode; label: string }) {
  return (
    <svg className="qr" viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`} role="img" aria-label={label}>
      <path d={code.path} />
    </svg>
  )
}

/** References the customer-service QR code, which a document contains only once (`SupportQrSource`). */
export function SupportQr({ frame }: { frame: SiteFrame }) {
  const code = frame.supportQr
  if (!code) return null
  return (
    <svg className="qr" viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`} role="img" aria-label="客服二维码">
      <use href="#support-qr" />
    </svg>
  )
}

export function SupportQrSource({ frame }: { frame: SiteFrame }) {
  if (!frame.supportQr) return null
  return (
    <svg className="defs" aria-hidden="true">
      <path id="support-qr" d={frame.supportQr.path} />
    </svg>
  )
}

/** JSON for one of the portal's scripts or a crawler. `<` is escaped, so that no text can end the element. */
export function Data({ id, type = 'application/json', value }: { id?: string; type?: string; value: unknown }) {
  const __html = JSON.stringify(value).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with `<` escaped; React would escape quotes, which scripts do not read
  return <script id={id} type={type} dangerouslySetInnerHTML={{ __html }} />
}
