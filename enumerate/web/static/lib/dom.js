// Elements are made from text and never from HTML: a board cannot inject markup.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// A picture of the package, as a node of this page.
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

export function button(label, onclick, more = {}) {
  return h("button", { type: "button", onclick, ...more }, label);
}

export function select(label, options, value, onchange) {
  const list = h(
    "select",
    { onchange: () => onchange(list.value) },
    options.map(([key, words]) => h("option", { value: key, selected: key === value }, words)),
  );
  return h("label", {}, `${label} `, list);
}

export function number(label, value, onchange, { min = 0, max = 99, size = 4 } = {}) {
  const field = h("input", { type: "number", min: String(min), max: String(max), value: String(value), class: `n${size}` });
  field.addEventListener("change", () => {
    const given = Math.min(max, Math.max(min, Math.round(Number(field.value) || min)));
    field.value = String(given);
    onchange(given);
  });
  return h("label", {}, `${label} `, field);
}

export function check(label, checked, onchange) {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => onchange(box.checked));
  return h("label", { class: "check" }, box, ` ${label}`);
}

// One of several choices, as a row of toggles.
export function choice(label, options, value, onchange) {
  const name = `c${Math.random().toString(36).slice(2)}`;
  return h(
    "fieldset",
    { class: "choice" },
    label && h("legend", {}, label),
    options.map(([key, words, colour]) => {
      const radio = h("input", { type: "radio", name, value: key, checked: key === value });
      radio.addEventListener("change", () => onchange(key));
      const face = h("span", {}, words);
      if (colour) {
        const dot = h("i", { class: "dot" });
        dot.style.background = colour;
        face.prepend(dot);
      }
      return h("label", {}, radio, face);
    }),
  );
}

export function table(header, rows, { caption = "", numbers = [], kind = "scroll" } = {}) {
  return scroller(
    kind,
    h(
      "table",
      {},
      caption && h("caption", {}, caption),
      h("thead", {}, h("tr", {}, header.map((cell, i) => h("th", { scope: "col", class: numbers.includes(i) ? "number" : "" }, cell)))),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", {}, row.map((cell, i) => h("td", { class: numbers.includes(i) ? "number" : "" }, cell)))),
      ),
    ),
  );
}

// A box that scrolls; a line below it shows that there is more to see.
export function scroller(kind, ...children) {
  const box = h("div", { class: kind, tabindex: 0 }, children);
  const line = h("p", { class: "continues", hidden: true });
  const look = () => {
    const below = box.scrollHeight - box.clientHeight - box.scrollTop > 2;
    const right = box.scrollWidth - box.clientWidth - box.scrollLeft > 2;
    line.textContent = below && right ? "more below ▼ and to the right ▶" : below ? "more below ▼" : "more to the right ▶";
    line.hidden = !below && !right;
    box.classList.toggle("below", below);
    box.classList.toggle("beyond", right);
  };
  box.addEventListener("scroll", look);
  const seen = new ResizeObserver(look);
  for (const each of [box, ...box.children]) seen.observe(each);
  return h("div", { class: "scroller" }, box, line);
}

// Digits in groups for reading; copied text has no groups.
export function grouped(digits) {
  return String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

export async function copy(text, teller) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "away" }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  if (teller) {
    const before = teller.textContent;
    teller.textContent = "copied";
    setTimeout(() => (teller.textContent = before), 900);
  }
}

export function download(name, text, media = "text/plain") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: media })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
