import type { SiteAnnouncement } from '#contract/site.ts'

/**
 * Right after the announcements and before anything is painted: takes away those that were closed in this browser, so that nothing
 * moves later. Its hash stands in the document's policy; the key is that of web/storage.ts.
 */
export const announcementScript =
  "try{let c=JSON.parse(localStorage.hyl_announcements||'[]');for(let e of document.querySelectorAll('[data-announcement]'))c.includes(e.dataset.announcement)&&e.remove()}catch{}"

/** Above the page, a line each; the loader closes them for good. */
export function Announcements({ list }: { list: SiteAnnouncement[] }) {
  if (!list.length) return null
  return (
    <>
      <aside className="announcements" aria-label="公告">
        {list.map(({ id, title, html, level }) => (
          <div key={id} data-announcement={id} data-level={level}>
            <div className="wrap">
              <p>
                <strong>{title}</strong>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server (server/help/markdown.ts) */}
                <span dangerouslySetInnerHTML={{ __html: html }} />
              </p>
              <button type="button" data-dismiss aria-label={`关闭公告：${title}`}>
                ×
              </button>
            </div>
          </div>
        ))}
      </aside>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash */}
      <script dangerouslySetInnerHTML={{ __html: announcementScript }} />
    </>
  )
}
