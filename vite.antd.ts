export const folder = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)
export const antd = folder('antd|@ant-design|@rc-component|rc-[^\\\\/]+|@babel[\\\\/]runtime|throttle-debounce')
/** Few pages use these parts of antd, so they load with the first page that needs them. The tree has a file of its own. */
export const rareAntd =
  /[\\/]node_modules[\\/](antd[\\/]es[\\/](badge|calendar|date-picker|input-number|progress|qr-code|radio|time-picker)|@rc-component[\\/](input-number|mini-decimal|picker|progress|qrcode))[\\/]/

/** Trees are as heavy as all that dialogs need, and only pages with departments have one. Calendars are twice as heavy. */
export const antdTree =
  /[\\/]node_modules[\\/](@rc-component[\\/]tree[\\/]|antd[\\/]es[\\/]tree[\\/]|@ant-design[\\/]icons(-svg)?[\\/]es[\\/](icons|asn)[\\/]((Folder(Open)?|Holder|File|(Minus|Plus)Square)Outlined|CaretDownFilled)\.)/
/** A tree in a select, which brings both; the page of the departments has a tree alone. */
export const antdTreeSelect = folder('@rc-component[\\\\/]tree-select|antd[\\\\/]es[\\\\/]tree-select')
export const antdCalendar = folder(
  '@rc-component[\\\\/]picker|antd[\\\\/]es[\\\\/](calendar|date-picker|time-picker)|dayjs',
)
export const antdNumber = folder('@rc-component[\\\\/](input-number|mini-decimal)|antd[\\\\/]es[\\\\/]input-number')
/** How far an import or an upload is, which only dialogs show. */
export const antdProgress = folder('@rc-component[\\\\/]progress|antd[\\\\/]es[\\\\/](progress|spin)|throttle-debounce')
export const antdRadio = folder('antd[\\\\/]es[\\\\/]radio')
/** Only the back office has antd's menus; the console has its own. */
export const antdMenu = folder('@rc-component[\\\\/](menu|dropdown)|antd[\\\\/]es[\\\\/](menu|dropdown)')
/** A few pages have a field for text at once, the others in dialogs. */
export const antdInput =
  /[\\/]node_modules[\\/](@rc-component[\\/]input[\\/]|antd[\\/]es[\\/]input[\\/]|@ant-design[\\/]icons(-svg)?[\\/]es[\\/](icons|asn)[\\/]Eye(Invisible)?Outlined\.)/
/** What places hints and the windows of buttons, what forms show beside their fields, and the buttons of dialogs. */
export const antdMore =
  /[\\/]node_modules[\\/](antd[\\/]es[\\/]((button|checkbox|empty|popover|tooltip|_util[/]wave)[\\/]|(config-provider[\\/]defaultRenderEmpty|style[\\/](placement|rounded)Arrow|_util[\\/](placements|ActionButton|responsiveObserver))\.js)|@rc-component[\\/](checkbox|tooltip)[\\/])/
/** Long lists of selects and trees, and the boxes of trees: the page of the departments has nothing that pops up. */
export const antdLists =
  /[\\/]node_modules[\\/](@rc-component[\\/]virtual-list[\\/]|antd[\\/]es[\\/](checkbox[\\/]style[\\/]|_util[\\/]motion\.js))/
/** The lists' filters have a stand-in for it until somebody points at one. */
export const antdSelect = folder('@rc-component[\\\\/](select|overflow)|antd[\\\\/]es[\\\\/]select')
/** What dialogs and drawers are made of comes with the first of them, after the rows. */
export const antdDialogs = folder(
  '@rc-component[\\\\/](dialog|drawer)|antd[\\\\/]es[\\\\/](form(?![\\\\/](context|validateMessagesContext|hooks[\\\\/]useVariants)\\.)|grid|modal(?![\\\\/]locale)|drawer|skeleton)|(compute-)?scroll-into-view(-if-needed)?',
)
/** Fields ask a form around them for its state, which is a context; the form itself is in dialogs. */
export const antdForm =
  /[\\/]node_modules[\\/]@rc-component[\\/](async-validator[\\/]|form[\\/]es[\\/](index|Field|List|Form|hooks[\\/]\w+|utils[\\/](validateUtil|asyncUtil|delayUtil|NameMap))\.js)/
/** What stands around every part of antd (`web/ui/antd-frame.tsx`). */
export const frameParts = /[\\/]web[\\/]ui[\\/](antd-frame|antd-theme|kept-styles)\.tsx?$/
/** What antd and its frame bring from elsewhere. */
export const antdNeeds =
  /[\\/]node_modules[\\/]((@emotion|is-mobile|react-is|stylis)[\\/]|(antd|@rc-component[\\/]\w+)[\\/](es|lib)[\\/](.+[\\/])?locale[\\/.])/
