export default { printWidth: 120, arrowParens: "always" };
