// Text such as 3x^2y - y as MathML: each term is a formula of its own, so that lines can break between them.

const MATHML = "http://www.w3.org/1998/Math/MathML";

function m(tag, ...children) {
  const element = document.createElementNS(MATHML, tag);
  element.append(...children);
  return element;
}

function atoms(text) {
  const found = [];
  const pattern = /(\d+(?:\.\d+)?)|([A-Za-z])|(\^\(?-?\d+\)?)|([-+=*/(),{}|<>…]|>=)|(\s+)/gu;
  for (const [whole, digits, letter, power, sign] of text.matchAll(pattern)) {
    if (digits) found.push(m("mn", digits));
    else if (letter) {
      const name = m("mi", letter);
      name.setAttribute("mathvariant", "normal"); // letters and digits of one font; the style sheet slants the letters
      found.push(name);
    }
    else if (power) found.push(m("msup", found.pop() || m("mi"), m("mn", whole.replace(/[\^()]/g, ""))));
    else if (sign) {
      const operator = m("mo", sign === "-" ? "−" : sign);
      if (!found.length && text.length > 1 && text[1] === " ") {
        operator.setAttribute("lspace", "0");
        operator.setAttribute("rspace", "0.25em");
      }
      found.push(operator);
    }
  }
  return found;
}

export function typeset(text) {
  const line = document.createElement("div");
  line.className = "formula";
  for (const part of text.split(/ (?=[-+=] )/)) {
    const math = m("math", m("mrow", ...atoms(part)));
    line.append(math, " ");
  }
  line.setAttribute("aria-label", text);
  return line;
}
