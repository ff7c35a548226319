// A box for the dice tray, in millimetres. openscad -o tray.stl tray.scad; print it as it lies, without supports.
wide = 160;
deep = 110;
high = 45;
wall = 2.4;
light = 5.2;  // a hole for each LED of 5 mm
cable = [12, 9];
corner = 6;
feet = 26;  // the breadboard with the Nano stands below; for a Pico alone, 12

module block(x, y, z) {
    linear_extrude(z) offset(corner) offset(-corner) square([x, y]);
}

difference() {
    block(wide, deep, high);
    translate([wall, wall, wall]) block(wide - 2 * wall, deep - 2 * wall, high);
    for (at = [-15, 0, 15])
        translate([wide / 2 + at, -1, wall + 18]) rotate([-90, 0, 0]) cylinder(d = light, h = wall + 2, $fn = 32);
    translate([-1, deep / 2 - cable[0] / 2, 7]) cube([wall + 2, cable[0], cable[1]]);
}

// What the landing rests on, above the board.
for (x = [wall, wide - wall - 8], y = [wall, deep - wall - 8])
    translate([x, y, wall]) cube([8, 8, feet]);
